import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Old objects may grow by this before they are collected; by itself V8 waits for up to four times as much. */
const growingPercent = 50;

/** Most bytes of new objects between two quick collections; V8 goes up to 96 MiB and more. */
const newBytes = 24 * 2 ** 20;

/**
 * Makes V8 collect before it takes more memory. All that cyclectl needs at once is small, and the same for
 * ten accounts and ten thousand; the rest of its memory would be rubbish.
 */
export function updateHeapLimits(): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (young === undefined || young.space_size < newBytes) return;
    // It keeps the size that it has.
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}
