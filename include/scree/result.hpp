// A value or one clear message: what host functions that read or build things return.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace scree {

struct Error {
  std::string message;  // names the file, the line or key, the value and what is allowed
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::move(value)) {}
  Result(Error error) : held_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(held_); }
  T& operator*() & { return std::get<T>(held_); }
  const T& operator*() const& { return std::get<T>(held_); }
  T&& operator*() && { return std::get<T>(std::move(held_)); }
  T* operator->() { return &std::get<T>(held_); }
  const T* operator->() const { return &std::get<T>(held_); }
  const Error& error() const { return std::get<Error>(held_); }

 private:
  std::variant<T, Error> held_;
};

}  // namespace scree
