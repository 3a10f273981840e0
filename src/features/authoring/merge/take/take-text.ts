import type { FieldVerdict } from '../../../../model/diff/verdict.ts';
import { type AnyDiff, type Entry, refuse, type Taken, takeAway, takeValue } from './taken.ts';

/** Sets a plain text, number or word that stands under its own name; `null` only where it can be cleared. */
export function takePlain(
  entry: Entry<AnyDiff>,
  verdict: FieldVerdict,
  at: { readonly path: readonly string[]; readonly order?: readonly string[] },
): Taken {
  const { live } = verdict;
  const value = live?.kind === 'plain' ? live.value : null;
  if (value !== null && typeof value === 'object') {
    throw new Error(`${verdict.path} is no plain value`);
  }
  return takeValue(entry, verdict, { ...at, value });
}

/** The same for a text that must not be empty and cannot be cleared. */
export function takeText(
  entry: Entry<AnyDiff>,
  verdict: FieldVerdict,
  at: { readonly path: readonly string[]; readonly order?: readonly string[] },
): Taken {
  const { live } = verdict;
  if (live?.kind === 'plain' && typeof live.value === 'string' && live.value !== '')
    return takePlain(entry, verdict, at);
  const remedy = 'Remove the line to leave it unmanaged, or let apply put its value back.';
  return refuse(entry, verdict, { summary: 'The service has none', remedy });
}

/** A text that can be cleared: the empty one is none. */
export function takeClearable(
  entry: Entry<AnyDiff>,
  verdict: FieldVerdict,
  path: readonly string[],
): Taken {
  const { live } = verdict;
  const isEmpty = live?.kind === 'plain' && live.value === '';
  return isEmpty
    ? takeValue(entry, verdict, { path, value: null })
    : takePlain(entry, verdict, { path });
}

/** What has a value of its own in a map of settings; without one its line goes. */
export function takeSetting(
  entry: Entry<AnyDiff>,
  verdict: FieldVerdict,
  { path, write }: { readonly path: readonly string[]; readonly write: (text: string) => Taken },
): Taken {
  const { live } = verdict;
  const text = live?.kind === 'plain' ? live.value : null;
  return typeof text === 'string' ? write(text) : takeAway(entry, verdict, path);
}
