/**
 * Starts to measure; the result gives the milliseconds of processor time since then. The load of a
 * machine lengthens the time of the wall, and this hardly.
 */
export function startCpuClock(): () => number {
  const begun = process.cpuUsage();
  return () => process.cpuUsage(begun).user / 1000;
}
