import { writeFileSync } from 'node:fs';

// Loaded before the program that is measured (node --import): at its end it writes what the process took.

const file = process.env.BENCH_USAGE_FILE;
if (file === undefined) throw new Error('BENCH_USAGE_FILE names the file for the figures.');
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakKb: maxRSS, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  writeFileSync(file, JSON.stringify(usage));
});
