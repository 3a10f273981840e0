import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';

/** This process as others can know it: `boot` is of this start of this machine, and of this space of processes. */
export type Machine = {
  readonly user: string;
  readonly host: string;
  readonly boot: string;
  readonly pid: number;
};

/** Identifies this process and its machine. `boot` is empty if the system does not provide it. */
export function readMachine(): Machine {
  return { user: readUser(), host: hostname(), boot: readBoot(), pid: process.pid };
}

/** Returns whether a process of this machine runs, also one of another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

// A user without an entry has a number and no name.
function readUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** Containers share a kernel, and with it its boot; their processes have numbers of their own. */
function readBoot(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}
