// The number type and the host/device marker shared by every scree header.
#pragma once

namespace scree {

// Every length, mass, time and angle is a double in SI units (m, kg, s, rad).
using Real = double;

}  // namespace scree

// Marks a function that must compile for the host and for CUDA devices.
#if defined(__CUDACC__)
#define SCREE_HD __host__ __device__
#else
#define SCREE_HD
#endif

// Comes after SCREE_HD on a large function: device compilers would copy it into every caller.
#if defined(__CUDACC__)
#define SCREE_DEVICE_CALL __noinline__
#else
#define SCREE_DEVICE_CALL
#endif

// Comes after SCREE_HD on a slow path: kept out of the fast one that calls it.
#if defined(__CUDACC__)
#define SCREE_COLD __noinline__
#else
#define SCREE_COLD __attribute__((noinline))
#endif

// Comes after SCREE_HD on a hot function: all it calls becomes part of it, but for what is cold. Left alone,
// compilers keep small functions apart where there are many, and pass their vectors through memory.
#if defined(__CUDACC__)
#define SCREE_FLAT
#else
#define SCREE_FLAT __attribute__((flatten))
#endif
