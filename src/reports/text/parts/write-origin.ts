import { align, wrapIndented } from '../../../kit/text/text-layout.ts';
import { type SourceSpan, writeSpan } from '../../../model/source-span.ts';
import { writePath } from '../../words/write-path.ts';

const column = 35;
const hang = 10;

/** Who moved a value, and where the manifest writes it: beside it, or beneath where it is long. */
export function writeOrigin(who: string, at: SourceSpan | null): string {
  const left = wrapIndented(who, hang);
  if (at === null) return left;
  const place = writePath(writeSpan(at));
  return left.length + 2 > column
    ? `${left}\n${wrapIndented(place, hang)}`
    : align(left, place, { column, hang });
}
