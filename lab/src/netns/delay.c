/*
 * delay ONE_WAY_US NAMESPACE_A TUN_A NAMESPACE_B TUN_B
 *
 * Makes a TUN device in each of two network namespaces (paths to their files) and carries every packet from one
 * to the other after a fixed time. The kernel's netem does the same where it is built in.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define SLOTS 8192
#define PACKET_BYTES 2048

/* Packets on their way in one direction: a ring, oldest at `head`. Untouched slots cost no memory. */
struct direction {
  int from, to;
  unsigned head, tail;
  uint64_t due_ns[SLOTS];
  uint16_t length[SLOTS];
  uint8_t packet[SLOTS][PACKET_BYTES];
};

static struct direction directions[2];

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int open_tun(const char *namespace, const char *name) {
  int own = open("/proc/self/ns/net", O_RDONLY);
  int other = open(namespace, O_RDONLY);
  if (own < 0 || other < 0 || setns(other, CLONE_NEWNET) != 0) fail(namespace);
  int tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  if (tun < 0 || ioctl(tun, TUNSETIFF, &request) != 0) fail(name);
  if (setns(own, CLONE_NEWNET) != 0) fail("setns");
  close(other);
  close(own);
  return tun;
}

/* Takes what has arrived; with the ring full, the rest is dropped, as by a router. */
static void take(struct direction *d, uint64_t delay_ns) {
  static uint8_t dropped[PACKET_BYTES];
  for (;;) {
    unsigned next = (d->tail + 1) % SLOTS;
    int full = next == d->head;
    ssize_t length = read(d->from, full ? dropped : d->packet[d->tail], PACKET_BYTES);
    if (length <= 0) return;
    if (full) continue;
    d->length[d->tail] = (uint16_t)length;
    d->due_ns[d->tail] = now_ns() + delay_ns;
    d->tail = next;
  }
}

/* Delivers what is due; answers when the next packet is, or 0. */
static uint64_t deliver(struct direction *d) {
  uint64_t now = now_ns();
  while (d->head != d->tail && d->due_ns[d->head] <= now) {
    if (write(d->to, d->packet[d->head], d->length[d->head]) < 0) { /* the receiver's queue is full: lost */ }
    d->head = (d->head + 1) % SLOTS;
  }
  return d->head == d->tail ? 0 : d->due_ns[d->head];
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  uint64_t delay_ns = strtoull(argv[1], NULL, 10) * 1000u;
  int a = open_tun(argv[2], argv[3]);
  int b = open_tun(argv[4], argv[5]);
  prctl(PR_SET_TIMERSLACK, 1000);
  directions[0].from = directions[1].to = a;
  directions[1].from = directions[0].to = b;
  puts("ready");
  fflush(stdout);
  for (;;) {
    uint64_t next = 0;
    for (int i = 0; i < 2; i++) {
      uint64_t due = deliver(&directions[i]);
      if (due != 0 && (next == 0 || due < next)) next = due;
    }
    struct pollfd waiting[2] = {{.fd = a, .events = POLLIN}, {.fd = b, .events = POLLIN}};
    uint64_t now = now_ns();
    uint64_t rest = next > now ? next - now : 0;
    struct timespec timeout = {.tv_sec = (time_t)(rest / 1000000000u), .tv_nsec = (long)(rest % 1000000000u)};
    if (ppoll(waiting, 2, next == 0 ? NULL : &timeout, NULL) < 0) continue;
    take(&directions[0], delay_ns);
    take(&directions[1], delay_ns);
  }
}
