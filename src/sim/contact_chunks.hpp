// Chunks of contacts from step to step and from search to search, in memory that stays.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/exec.hpp"
#include "model/contacts.hpp"
#include "model/pairs.hpp"

namespace scree {

// As `to = from`, but `to` grows by a little more than it must, so that the next few points need no memory.
void copy_chunk(const ContactChunk& from, ContactChunk& to);

struct FollowScratch {
  std::vector<ContactChunk> spare;
  std::vector<std::uint32_t> first_needed;
};

// After a new search the points of the last step belong to pairs with other numbers. Points whose pair is
// gone (a body was removed) are dropped. Without a second list: see contact_chunks.cpp.
void follow_pairs(const Origins& origins, Exec& exec, FollowScratch& scratch, ContactList& contacts);

// The same pairs in another order: with a second list, which is gone afterwards.
void rearrange(const Origins& origins, ContactList& contacts);

}  // namespace scree
