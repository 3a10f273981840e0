import { readFileSync, writeFileSync } from 'node:fs';

// Loaded before the program that is measured (node --import): at its end it writes what the process took.
// Plain JavaScript, because a file of types loads Node's stripper: 18 MiB and 25 ms that are not the program's.

const file = process.env.BENCH_USAGE_FILE;
if (file === undefined) throw new Error('BENCH_USAGE_FILE names the file for the figures.');
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const peakKb = process.platform === 'linux' ? readPeakKb() : maxRSS;
  writeFileSync(file, JSON.stringify({ peakKb, cpuMs: (userCPUTime + systemCPUTime) / 1000 }));
});

// Linux hands the peak of a parent down to maxRSS of its children.
function readPeakKb() {
  const [, kb] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kb);
}
