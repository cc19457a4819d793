// The host library computes in Python, with the kernels of the simulator, so that numerics are written once. This is
// the way there: a socket, one line of JSON for a call, one line for its result (ttmlir_py/standalone/server.py).
//
// A process that loads the program as a shared object passes a connected socket; a program that runs by itself starts
// the interpreter named by TTNN_HOST_PYTHON, an environment variable or else a macro. Plain POSIX: neither Python's
// headers nor its library are needed.

#ifndef TTNN_HOST_CONNECTION_HPP
#define TTNN_HOST_CONNECTION_HPP

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef TTNN_HOST_PYTHON
#define TTNN_HOST_PYTHON "python3"
#endif

namespace ttnn::host {

// A call that the library refuses; the message names the function.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// The line of the program that runs, where the program says so: `At{7}->*ttnn::relu(v1)` is in line 7.
struct At {
  explicit At(int number) { line = number; }
  static inline int line = 0;
};

template <typename T>
T operator->*(At, T &&value) {
  return std::forward<T>(value);
}

class Connection {
public:
  // Never destroyed: tensors of static storage may outlive it.
  static Connection &instance() {
    static Connection &connection = *new Connection();
    return connection;
  }

  // Use a socket that somebody else opened, and closes.
  void attach(int descriptor) {
    socket_ = descriptor;
    pending_.clear();
    released_.clear();
  }

  void detach() { attach(-1); }

  // Tell, with the next call, that a tensor is no longer used.
  void release(std::int64_t tensor) {
    if (socket_ >= 0) {
      released_.push_back(tensor);
    }
  }

  // Send a request, JSON without its closing brace; the answer. Throws what the other side answers as an error.
  std::string call(std::string request) {
    if (socket_ < 0) {
      start();
    }
    if (At::line) {
      request += ",\"line\":" + std::to_string(At::line);
    }
    request += ",\"released\":[";
    const char *separator = "";
    for (const std::int64_t tensor : released_) {
      request += separator;
      request += std::to_string(tensor);
      separator = ",";
    }
    released_.clear();
    request += "]}\n";
    send_all(request);
    std::string answer = receive_line();
    if (answer.starts_with("error ")) {
      throw Error(answer.substr(6));
    }
    return answer;
  }

private:
  void start() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
      throw Error("cannot make a socket");
    }
    const char *chosen = std::getenv("TTNN_HOST_PYTHON");
    const std::string python = chosen ? chosen : TTNN_HOST_PYTHON;
    const std::string descriptor = std::to_string(ends[1]);
    const pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      std::signal(SIGINT, SIG_IGN); // Interrupted, the program ends, and with it the connection.
      execlp(python.c_str(), python.c_str(), "-P", "-m", "ttmlir_py.standalone.server", descriptor.c_str(), nullptr);
      std::fprintf(stderr, "error: cannot start %s\n", python.c_str());
      _exit(127);
    }
    close(ends[1]);
    if (child < 0) {
      close(ends[0]);
      throw Error("cannot start " + python);
    }
    socket_ = ends[0];
    child_ = child;
    std::atexit([] { instance().stop(); });
    std::set_terminate(report);
  }

  // Let the interpreter finish what it prints.
  void stop() {
    close(socket_);
    socket_ = -1;
    waitpid(child_, nullptr, 0);
  }

  // What nobody catches ends the program with its message.
  [[noreturn]] static void report() {
    try {
      if (std::exception_ptr current = std::current_exception()) {
        std::rethrow_exception(current);
      }
    } catch (const std::exception &error) {
      std::fprintf(stderr, "error: %s\n", error.what());
    } catch (...) {
      std::fprintf(stderr, "error: an exception of unknown type\n");
    }
    std::fflush(nullptr);
    instance().stop();
    std::_Exit(1);
  }

  void send_all(const std::string &text) {
#ifdef MSG_NOSIGNAL
    const int flags = MSG_NOSIGNAL;
#else
    const int flags = 0;
#endif
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t count = send(socket_, text.data() + sent, text.size() - sent, flags);
      if (count <= 0) {
        throw Error("the host library's interpreter has ended");
      }
      sent += static_cast<std::size_t>(count);
    }
  }

  std::string receive_line() {
    for (;;) {
      const std::size_t end = pending_.find('\n');
      if (end != std::string::npos) {
        std::string line = pending_.substr(0, end);
        pending_.erase(0, end + 1);
        return line;
      }
      char buffer[4096];
      const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
      if (count <= 0) {
        throw Error("the host library's interpreter has ended");
      }
      pending_.append(buffer, static_cast<std::size_t>(count));
    }
  }

  int socket_ = -1;
  pid_t child_ = -1;
  std::string pending_;
  std::vector<std::int64_t> released_;
};

} // namespace ttnn::host

#endif // TTNN_HOST_CONNECTION_HPP
