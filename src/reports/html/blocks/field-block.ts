import type { FieldPath } from '../../../model/address.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import { formatSpan, type SourceSpan } from '../../../model/source-span.ts';
import { formatPath } from '../../phrases/format-path.ts';
import { formatFieldValue } from '../../text/parts/format-difference.ts';
import { toLongTexts } from '../../text/parts/format-text-diff.ts';
import type { FieldBlock, PageSide, ValueBlock } from '../page-data.ts';
import { makeDiffLines } from './diff-lines.ts';

type Side = { readonly label: string; readonly value: ShownValue };

/** A field with its values side by side; long ones as a difference of the first two. */
export function makeFieldBlock({
  path,
  sides,
  tags,
  since,
  at,
}: {
  readonly path: FieldPath;
  readonly sides: readonly [Side, Side, ...Side[]];
  readonly tags: readonly string[];
  readonly since?: string | null | undefined;
  readonly at: SourceSpan | null;
}): FieldBlock {
  const [first, second, ...others] = sides;
  const texts = toLongTexts(first.value, second.value);
  const shown = texts === null ? sides : others;
  return {
    is: 'field',
    path: formatPath(path),
    tags,
    ...(typeof since === 'string' ? { since } : {}),
    sides: shown.map((side) => makeSide(path, side)),
    ...(texts === null ? {} : { diff: makeDiffLines(texts.before, texts.after) }),
    ...toWhere(at),
  };
}

/** A field that is new, by its value alone. */
export function makeValueBlock(
  path: FieldPath,
  value: ShownValue,
  at: SourceSpan | null,
): ValueBlock {
  const side = makeSide(path, { label: 'After', value });
  return { is: 'value', path: formatPath(path), value: side, ...toWhere(at) };
}

/** The place in the manifest, where there is one. */
export function toWhere(at: SourceSpan | null | undefined): { readonly where?: string } {
  return at === null || at === undefined ? {} : { where: formatPath(formatSpan(at)) };
}

function makeSide(path: FieldPath, { label, value }: Side): PageSide {
  const text = formatFieldValue(path, value);
  return value.kind === 'plain' ? { label, text } : { label, text, is: value.kind };
}
