#include "core/machine.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace scree {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

Machine this_machine() {
#if defined(__clang__)
  const std::string compiler = "clang " __clang_version__;
#else
  const std::string compiler = "g++ " __VERSION__;
#endif
#if defined(__OPTIMIZE__)
  const std::string mode = "optimised";
#else
  const std::string mode = "not optimised";
#endif
  return {processor_name(), static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)), compiler + ", " + mode};
}

std::int64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{1024} * usage.ru_maxrss;
}

std::int64_t resident_memory() {
  std::ifstream file("/proc/self/statm");  // in pages: all, then what is in memory
  std::int64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace scree
