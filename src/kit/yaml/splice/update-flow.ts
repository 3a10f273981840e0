import type { EditContext, Entry, EntryPlan } from './edit-context.ts';

/**
 * Takes entries of a map or list in brackets away, and adds new ones: on lines of their own where its entries have
 * them, else on the line. `inside` is the stretch between the brackets.
 */
export function updateFlow(state: EditContext, plan: EntryPlan, inside: Stretch): void {
  const { splices } = state;
  const { entries, gone, added } = plan;
  const texts = added.map(({ written }) => written[0]);
  const [first] = entries;
  const isAllNew = gone.size === entries.length;
  if (isAllNew && isBare(state, plan, inside)) {
    const [, before = '', after = ''] = entries.length === 0 ? [] : spaceOf(state, inside);
    const text = texts.length === 0 ? '' : before + texts.join(', ') + after;
    splices.push({ ...inside, text });
    return;
  }
  if (first === undefined) {
    splices.push({ from: inside.to, to: inside.to, text: texts.join(', ') });
    return;
  }
  const replaced = isAllNew && added.length > 0;
  if (replaced) splices.push({ from: first.start, to: first.end, text: texts.join(', ') });
  for (const [index, entry] of entries.entries()) {
    if (!gone.has(index) || (replaced && index === 0)) continue;
    const before = index > 0 && (replaced || hasKept(plan, index)) ? entries[index - 1] : undefined;
    splices.push({ ...findGone(state, entry, { before, next: entries[index + 1] }), text: '' });
  }
  if (replaced) return;
  for (const after of new Set(added.map((each) => each.after))) {
    const own = added.filter((each) => each.after === after).map(({ written }) => written[0]);
    addAfter(state, { entry: entries[after], first }, own);
  }
}

type Stretch = { readonly from: number; readonly to: number };

// Returns whether the stretch has only entries, without a comment or a line of its own.
function isBare({ lines }: EditContext, { entries }: EntryPlan, { from, to }: Stretch): boolean {
  return entries.length === 0
    ? /^[ \t]*$/.test(lines.text.slice(from, to))
    : lines.startOf(from) === lines.startOf(to);
}

function spaceOf({ lines }: EditContext, { from, to }: Stretch): readonly string[] {
  return /^([ \t]*).*?([ \t]*)$/.exec(lines.text.slice(from, to)) ?? [];
}

function hasKept({ gone }: EntryPlan, index: number): boolean {
  return [...Array(index).keys()].some((each) => !gone.has(each));
}

function findGone(
  state: EditContext,
  entry: Entry,
  { before, next }: { readonly before: Entry | undefined; readonly next: Entry | undefined },
): { readonly from: number; readonly to: number } {
  const { lines } = state;
  const { start, end, comma } = entry;
  if (hasOwnLines(state, entry))
    return { from: lines.startOf(start), to: lines.nextOf(comma ?? end) };
  const isGap = (from: number, to: number) => /^[ \t,]*$/.test(lines.text.slice(from, to));
  if (before !== undefined && isGap(before.end, start)) return { from: before.end, to: end };
  if (before === undefined && next !== undefined && isGap(end, next.start)) {
    return { from: start, to: next.start };
  }
  return { from: start, to: comma === null ? end : comma + 1 };
}

function addAfter(
  state: EditContext,
  { entry, first }: { readonly entry: Entry | undefined; readonly first: Entry },
  texts: readonly string[],
): void {
  const { lines, splices } = state;
  const hasLines = hasOwnLines(state, entry ?? first);
  const margin = ' '.repeat(lines.columnOf((entry ?? first).start));
  const own = texts.map((text) => `${margin}${text},${lines.lineEnd}`).join('');
  if (entry === undefined) {
    const from = hasLines ? lines.startOf(first.start) : first.start;
    splices.push({ from, to: from, text: hasLines ? own : `${texts.join(', ')}, ` });
    return;
  }
  const { end, comma } = entry;
  if (!hasLines) {
    splices.push({ from: end, to: end, text: texts.map((text) => `, ${text}`).join('') });
    return;
  }
  const from = lines.nextOf(comma ?? end);
  if (comma === null) splices.push({ from: end, to: end, text: ',' });
  const text = comma === null ? own.slice(0, -lines.lineEnd.length - 1) + lines.lineEnd : own;
  splices.push({ from, to: from, text });
}

function hasOwnLines({ lines }: EditContext, { start, end, comma }: Entry): boolean {
  const after = comma === null ? end : comma + 1;
  const isNear = lines.startOf(after) === lines.startOf(end);
  return lines.isFirst(start) && isNear && lines.isLast(after);
}
