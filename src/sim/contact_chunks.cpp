// Points keep their order when pairs get new numbers; only the borders between chunks move. New chunks are
// put together some at a time, in spare ones, and wait there until nothing in the old chunk of the same
// number is needed any more. Where pairs have been added, old chunks lag behind: as many chunks as that wait
// at most.
#include "sim/contact_chunks.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace scree {
namespace {

// Enough work for a thread between two barriers, in few spare chunks.
constexpr std::size_t chunks_per_thread = 4;
// So many spare ones may always stay: they come and go with few pairs.
constexpr std::size_t few_chunks = 16;
constexpr std::uint32_t none_needed = std::numeric_limits<std::uint32_t>::max();

void put_together(const Origins& origins, std::size_t chunk, const ContactList& old, ContactChunk& now) {
  const std::size_t begin = chunk * chunk_size;
  const std::size_t count = std::min(chunk_size, origins.size() - begin);
  now.points.clear();
  for (std::size_t i = 0; i < count; ++i) {
    if (origins[begin + i] != not_there) {
      for (const ContactPoint& point : points_of(old, origins[begin + i])) {
        now.points.push_back(point);
        now.points.back().pair = static_cast<std::uint32_t>(begin + i);
      }
    }
    now.end[i] = static_cast<std::uint16_t>(now.points.size());
  }
}

// For each new chunk the first old one that it or a later one needs; `none_needed` behind the last.
void find_first_needed(const Origins& origins, std::vector<std::uint32_t>& needed) {
  const std::size_t chunks = chunk_count(origins.size());
  needed.resize(chunks + 1);
  needed[chunks] = none_needed;
  for (std::size_t chunk = chunks; chunk-- > 0;) {
    const auto begin = origins.begin() + static_cast<std::ptrdiff_t>(chunk * chunk_size);
    const auto end =
        begin + static_cast<std::ptrdiff_t>(std::min(chunk_size, origins.size() - chunk * chunk_size));
    const auto first = std::find_if(begin, end, [](std::uint32_t origin) { return origin != not_there; });
    needed[chunk] = first == end ? needed[chunk + 1] : static_cast<std::uint32_t>(*first / chunk_size);
  }
}

std::size_t most_waiting(const std::vector<std::uint32_t>& needed) {
  std::size_t most = 0;
  for (std::size_t done = 0; done < needed.size(); ++done) {
    if (needed[done] < done) most = std::max(most, done - needed[done]);
  }
  return most;
}

// Chunks that are too many keep their memory among the spare ones.
void set_count(std::size_t count, std::vector<ContactChunk>& chunks, std::vector<ContactChunk>& spare) {
  while (chunks.size() > count) {
    spare.push_back(std::move(chunks.back()));
    chunks.pop_back();
  }
  while (chunks.size() < count && !spare.empty()) {
    chunks.push_back(std::move(spare.back()));
    chunks.back().points.clear();
    spare.pop_back();
  }
  chunks.resize(count);
}

// f(i) for each i in [begin, end), each of which is enough work for a thread.
template <class F>
void for_each_chunk(Exec& exec, std::size_t begin, std::size_t end, F&& f) {
  for_chunks(exec, (end - begin) * chunk_size,
             [&](std::size_t i, std::size_t, std::size_t, int) { f(begin + i); });
}

}  // namespace

void copy_chunk(const ContactChunk& from, ContactChunk& to) {
  const std::size_t count = from.points.size();
  if (count > to.points.capacity()) {
    to.points.clear();
    to.points.reserve(count + count / 16 + 4);
  }
  to = from;
}

void follow_pairs(const Origins& origins, Exec& exec, FollowScratch& scratch, ContactList& contacts) {
  const std::size_t chunks = chunk_count(origins.size());
  const std::vector<std::uint32_t>& needed = scratch.first_needed;
  std::vector<ContactChunk>& spare = scratch.spare;
  find_first_needed(origins, scratch.first_needed);
  set_count(std::max(chunks, contacts.chunks.size()), contacts.chunks, spare);
  const std::size_t at_once = std::min(chunks, chunks_per_thread * exec.threads());
  const std::size_t places = at_once + most_waiting(needed);
  if (spare.size() < places) spare.resize(places);
  std::size_t made = 0, stored = 0;
  while (made < chunks) {
    const std::size_t next = std::min(chunks, made + at_once);
    for_each_chunk(exec, made, next,
                   [&](std::size_t i) { put_together(origins, i, contacts, spare[i % places]); });
    made = next;
    const std::size_t free = std::max(stored, std::min<std::size_t>(made, needed[made]));
    for_each_chunk(exec, stored, free,
                   [&](std::size_t i) { copy_chunk(spare[i % places], contacts.chunks[i]); });
    stored = free;
  }
  set_count(chunks, contacts.chunks, spare);
  // Those that a shorter list has left over would keep their memory for good.
  if (spare.size() > 2 * places + few_chunks) spare.resize(places);
}

void rearrange(const Origins& origins, ContactList& contacts) {
  ContactList moved;
  moved.chunks.resize(contacts.chunks.size());
  for (std::size_t i = 0; i < moved.chunks.size(); ++i) put_together(origins, i, contacts, moved.chunks[i]);
  contacts = std::move(moved);
}

}  // namespace scree
