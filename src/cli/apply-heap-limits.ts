import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of young objects from which their space grows no more; V8's own limit is up to 128 MiB. */
const enoughYoungBytes = 16 * 2 ** 20;

/**
 * Lets V8 collect garbage earlier: two thirds of a fleet's memory would be garbage. V8 reads these
 * flags at each collection, so that they count after its start.
 */
export function applyHeapLimits(): void {
  setFlagsFromString('--heap-growing-percent=60');
  // Grown as far as it is fast: a space that never grows costs half of the processor time more.
  const observer = new PerformanceObserver(() => {
    if (readYoungBytes() < enoughYoungBytes) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}

function readYoungBytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return young?.physical_space_size ?? 0;
}
