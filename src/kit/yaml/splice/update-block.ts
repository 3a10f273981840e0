import type { EditContext, EntryPlan, Written } from './edit-context.ts';

/**
 * Removes entries of a block map or list by their lines, and adds new ones on their own lines.
 * Comments on their own lines stay. Without kept entries, new ones replace the first.
 */
export function updateBlock(state: EditContext, plan: EntryPlan): void {
  const { lines, splices } = state;
  const { entries, gone, added } = plan;
  const [first] = entries;
  if (first === undefined) return;
  const indent = lines.columnOf(first.start);
  const margin = ' '.repeat(indent);
  const join = (written: readonly Written[]) =>
    written
      .flatMap(([head, ...others]) => [margin + head, ...others])
      .map((line) => line + lines.lineEnd)
      .join('');
  const replaced = gone.size === entries.length && added.length > 0;
  if (replaced) {
    const text = join(added.map(({ written }) => written)).slice(indent, -lines.lineEnd.length);
    splices.push({ from: first.start, to: first.end, text });
  }
  removeEntries(state, plan, replaced);
  if (replaced) return;
  for (const after of new Set(added.map((each) => each.after))) {
    const text = join(added.filter((each) => each.after === after).map(({ written }) => written));
    const entry = entries[after];
    if (entry !== undefined) {
      const from = skipComments(state, lines.nextOf(entry.end), indent);
      splices.push({ from, to: from, text });
    } else if (lines.isFirst(first.start)) {
      const from = findLead(state, first.start, 0);
      splices.push({ from, to: from, text });
    } else {
      splices.push({ from: first.start, to: first.start, text: text.slice(indent) + margin });
    }
  }
}

function removeEntries(
  state: EditContext,
  { entries, gone }: EntryPlan,
  isFirstKept: boolean,
): void {
  const { lines, splices } = state;
  const kept = entries.findIndex((_, index) => !gone.has(index));
  for (const [index, { start, end }] of entries.entries()) {
    if (!gone.has(index) || (isFirstKept && index === 0)) continue;
    if (lines.isFirst(start)) {
      const next = lines.nextOf(end);
      const to = state.takesEmptyLines ? skipEmpty(state, next) : next;
      splices.push({ from: lines.startOf(start), to, text: '' });
      continue;
    }
    // It follows the dash of a list, and the next kept entry takes its place.
    const next = entries[kept];
    if (next === undefined) continue;
    const lead = findLead(state, next.start, end) + lines.columnOf(next.start);
    splices.push({ from: start, to: lead, text: '' });
  }
}

function skipEmpty({ lines }: EditContext, from: number): number {
  let to = from;
  while (to < lines.text.length && lines.lineOf(to).trim() === '') to = lines.nextOf(to);
  return to;
}

// Comments right above an entry at its own column are about it.
function findLead({ lines }: EditContext, start: number, earliest: number): number {
  const column = lines.columnOf(start);
  let lead = lines.startOf(start);
  for (;;) {
    const above = lines.startOf(Math.max(0, lead - 1));
    const line = lines.lineOf(above);
    if (above >= lead || above <= earliest || line.search(/\S/) !== column) return lead;
    if (line[column] !== '#') return lead;
    lead = above;
  }
}

// Comments below an entry and deeper than its key belong to its content.
function skipComments({ lines }: EditContext, from: number, indent: number): number {
  let end = from;
  for (let at = from; at < lines.text.length; at = lines.nextOf(at)) {
    const line = lines.lineOf(at);
    const column = line.search(/\S/);
    if (column === -1) continue;
    if (line[column] !== '#' || column <= indent) return end;
    end = lines.nextOf(at);
  }
  return end;
}
