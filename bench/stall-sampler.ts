// Looks at each thread of a process every millisecond or two, from outside: nothing of it runs in what is measured. Runs as a
// process of its own; started by stalls.ts, imported by nobody.

import { closeSync, openSync, readSync } from 'node:fs';
import { answerJob } from './child-processes.js';
import { type StallFigures, type ThreadSample, toPeriods, toStalls } from './stall-periods.js';
import type { StallJob } from './stalls.js';

const BUFFER = Buffer.alloc(4096);
/** Functions of the kernel that every sleeping thread has, and those that begin every call. */
const EVERYWHERE =
  /^(?:schedule|__schedule|io_schedule|do_syscall_64|entry_SYSCALL_64.*|el0.*|invoke_syscall|ksys_.*|__x64_sys_.*|__do_sys_.*)$/;
const STACK_FUNCTIONS = 4;
/** Of x86-64; elsewhere the number stands for itself. */
const CALL_NAMES: Readonly<Record<string, string>> = {
  0: 'read',
  1: 'write',
  9: 'mmap',
  10: 'mprotect',
  11: 'munmap',
  17: 'pread64',
  18: 'pwrite64',
  20: 'writev',
  28: 'madvise',
  35: 'nanosleep',
  74: 'fsync',
  75: 'fdatasync',
  77: 'ftruncate',
  202: 'futex',
  230: 'clock_nanosleep',
  232: 'epoll_wait',
  281: 'epoll_pwait',
  285: 'fallocate',
};

answerJob(async ({ pid, roles, seconds, stallMs }: StallJob): Promise<StallFigures[]> => {
  const threads = roles.map(([tid, role]) => ({ role, samples: [] as ThreadSample[], look: openThread(pid, tid) }));
  const endMs = performance.now() + seconds * 1000;
  while (performance.now() < endMs) {
    for (const { samples, look } of threads) {
      const sample = look.read(samples.at(-1));
      if (sample !== null) samples.push(sample);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const { look } of threads) look.close();
  return threads.flatMap(({ role, samples }) => toStalls(role, toPeriods(role, samples), stallMs));
});

interface ThreadLook {
  /** Null when the thread has ended. */
  read(before: ThreadSample | undefined): ThreadSample | null;
  close(): void;
}

function openThread(pid: number, tid: number): ThreadLook {
  const files = ['schedstat', 'syscall', 'stack'].map((name) => open(`/proc/${pid}/task/${tid}/${name}`));
  const read = (index: number): string => {
    const file = files[index];
    if (file === undefined || file === null) return '';
    try {
      return BUFFER.toString('latin1', 0, readSync(file, BUFFER, 0, BUFFER.length, 0));
    } catch {
      // It has ended, or this system keeps it from us.
      return '';
    }
  };
  return {
    read(before) {
      const [ranNs, waitedNs] = read(0).split(' ').map(Number);
      if (ranNs === undefined || waitedNs === undefined) return null;
      const atMs = performance.now();
      // A thread that has run since is not asleep for long.
      if (before !== undefined && ranNs !== before.ranNs) return { atMs, ranNs, waitedNs, call: '', stack: '' };
      const number = /^\w+/.exec(read(1))?.[0] ?? '';
      return { atMs, ranNs, waitedNs, call: CALL_NAMES[number] ?? number, stack: toStack(read(2)) };
    },
    close() {
      for (const file of files) if (file !== null) closeSync(file);
    },
  };
}

function open(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    // The stack is for root only.
    return null;
  }
}

/** `[<0>] ext4_truncate+0x1b2/0x4c0` and so on, innermost first. */
function toStack(text: string): string {
  const functions = [...text.matchAll(/^\[<\w+>\] (\w+)/gm)].map(([, name = '']) => name);
  return functions
    .filter((name) => !EVERYWHERE.test(name))
    .slice(0, STACK_FUNCTIONS)
    .join(' < ');
}
