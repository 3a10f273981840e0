const secondMs = 1000;
const dayMs = 86_400_000;

/** Formats by time zone, because opening one costs more than its use. */
const formats = new Map<string, Intl.DateTimeFormat>();

function findFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const numeric = 'numeric';
  const opened = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  formats.set(timeZone, opened);
  return opened;
}

/** Reads the milliseconds that the clocks of a time zone are ahead of UTC at an instant. */
export function readOffset(timeZone: string, atMs: number): number {
  const wholeMs = Math.floor(atMs / secondMs) * secondMs;
  const parts = findFormat(timeZone).formatToParts(wholeMs);
  const read = (wanted: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find(({ type }) => type === wanted)?.value);
  const local = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  );
  return local - wholeMs;
}

/** Lists the instants of a span at which the clocks of a time zone change, such as to summer time. */
export function listClockChanges(
  timeZone: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly number[] {
  const changes: number[] = [];
  let before = Math.floor(fromMs / secondMs) * secondMs;
  while (before < toMs) {
    const after = before + dayMs;
    if (readOffset(timeZone, before) !== readOffset(timeZone, after)) {
      changes.push(findChange(timeZone, before, after));
    }
    before = after;
  }
  return changes;
}

// By halves, to the second.
function findChange(timeZone: string, fromMs: number, toMs: number): number {
  const offset = readOffset(timeZone, fromMs);
  let [before, after] = [fromMs, toMs];
  while (after - before > secondMs) {
    const middle = before + Math.floor((after - before) / 2 / secondMs) * secondMs;
    if (readOffset(timeZone, middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}
