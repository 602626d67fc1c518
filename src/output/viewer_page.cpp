#include "output/viewer_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/base64.hpp"
#include "core/file_io.hpp"
#include "output/frame_file.hpp"

// The assembler takes the file in as it is: a string literal of a megabyte would cost the compiler seconds.
asm(R"(
.section .rodata
.global scree_viewer_page_begin
.global scree_viewer_page_end
.hidden scree_viewer_page_begin
.hidden scree_viewer_page_end
scree_viewer_page_begin:
.incbin ")" SCREE_VIEWER_PAGE R"("
scree_viewer_page_end:
.byte 0
.text
)");
extern "C" {
extern const char scree_viewer_page_begin[], scree_viewer_page_end[];
}

namespace scree {
namespace {

// Stands once in the page; the data go there.
constexpr std::string_view data_mark = "<!--scree-data-->";
constexpr std::size_t most_text_bytes = 4'000'000;  // of a table

// What a browser would take for the end of the element cannot be part of it. Tables of numbers and our own
// JSON only hold it when a name does; there "<\/" says the same, in JSON at least.
std::string without_end_tags(std::string text) {
  for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3)) {
    text.replace(at, 2, "<\\/");
  }
  return text;
}

std::uint64_t base64_size(std::uint64_t bytes) { return (bytes + 2) / 3 * 4; }

// Every so many frames, the last one always, so that they fit.
std::vector<std::size_t> chosen_frames(const std::vector<FrameEntry>& frames, std::uint64_t most_bytes) {
  std::uint64_t all = 0;
  for (const FrameEntry& frame : frames) all += base64_size(frame.bytes);
  const std::size_t every = most_bytes > 0 ? all / most_bytes + 1 : 1;
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < frames.size(); k += every) chosen.push_back(k);
  if (!chosen.empty() && chosen.back() + 1 != frames.size()) chosen.push_back(frames.size() - 1);
  return chosen;
}

// A table of a long run has more rows than plots can show: every so many stay, the first line and the last
// row always.
std::string thinned(const std::string& table, std::size_t most_bytes) {
  const std::size_t every = table.size() / most_bytes + 1;
  if (every == 1) return table;
  std::string kept;
  std::size_t row = 0;
  for (std::size_t at = 0; at < table.size(); ++row) {
    const std::size_t end = std::min(table.find('\n', at), table.size() - 1) + 1;
    if (row == 0 || (row - 1) % every == 0 || end == table.size()) kept.append(table, at, end - at);
    at = end;
  }
  return kept;
}

// A table or a summary that the run has written; one that is not there is left out.
void append_text_file(const std::string& folder, const char* name, const char* type, const char* id,
                      WholeFile& page) {
  const Result<std::string> text = read_file((std::filesystem::path(folder) / name).string());
  if (!text) return;
  page.append(fmt::format("<script type=\"{}\" id=\"{}\">{}</script>\n", type, id,
                          without_end_tags(thinned(*text, most_text_bytes))));
}

}  // namespace

std::string_view viewer_page() {
  return {scree_viewer_page_begin, static_cast<std::size_t>(scree_viewer_page_end - scree_viewer_page_begin)};
}

Result<ViewerWritten> write_viewer(const std::string& folder, std::uint64_t most_bytes) {
  const auto file = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };
  const Result<FrameReader> reader = FrameReader::open(file(frame_file_name));
  if (!reader) return reader.error();
  const std::string_view page = viewer_page();
  const std::size_t mark = page.find(data_mark);
  WholeFile out(file(viewer_file_name));
  out.append(page.substr(0, mark));

  std::string block;
  const auto append_block = [&](const std::string& tag, std::string_view bytes) {
    block = tag;
    append_base64(bytes, block);
    block += "</script>\n";
    out.append(block);
  };
  const Result<std::string> head = reader->read_head();
  if (!head) return head.error();
  append_block(R"(<script type="text/plain" id="scree-head">)", *head);
  const std::vector<std::size_t> chosen = chosen_frames(reader->frames(), most_bytes);
  for (const std::size_t k : chosen) {
    const Result<std::string> record = reader->read_record(k);
    if (!record) return record.error();
    const FrameEntry& frame = reader->frames()[k];
    append_block(
        fmt::format(R"(<script type="text/plain" class="scree-frame" data-time="{}" data-step="{}">)",
                    frame.time, frame.step),
        *record);
  }
  append_text_file(folder, "table.csv", "text/csv", "scree-table", out);
  append_text_file(folder, "events.csv", "text/csv", "scree-events", out);
  append_text_file(folder, "summary.json", "application/json", "scree-summary", out);

  out.append(page.substr(mark + data_mark.size()));
  if (auto failed = out.commit()) return *failed;
  return ViewerWritten{chosen.size(), reader->frames().size()};
}

}  // namespace scree
