import stringWidth from 'string-width';
import { formatName } from '../../../../kit/text/format-name.ts';
import { toWrappedLines } from '../../../../kit/text/text-layout.ts';
import { formatDocument } from '../../../../reports/json/format-document.ts';
import type { Paint } from '../../../../reports/text/paint.ts';
import { type FragmentLine, makeFragment } from './make-fragment.ts';
import type { TemplateOffer } from './read-template.ts';

/** Column of the comments. */
const column = 44;

/** Widest line of comments above the fragment. */
const columns = 78;

/** Formats a template as a part of a manifest, to paste under `spec` of an account. */
export function formatFragment(offer: TemplateOffer, paint: Paint): string {
  const { name, tags = [] } = offer.template;
  const tagged = tags.length === 0 ? '' : `, tags ${tags.map(formatName).join(', ')}`;
  const head = `Template ${formatName(name)}${tagged}. Paste it under spec of an account, and write the missing values. Lines with # are optional: remove "# " to use one.`;
  return [
    ...toWrappedLines(head, columns).map((text) => paint.dim(`  # ${text}`)),
    ...makeFragment(offer).flatMap((line) => formatLine(line, { depth: 1, paint })),
    '',
  ].join('\n');
}

function formatLine(
  line: FragmentLine,
  { depth, paint }: { readonly depth: number; readonly paint: Paint },
): string[] {
  const isComment = isOptional(line);
  const text = `${'  '.repeat(depth)}${isComment ? '# ' : ''}${line.text}`;
  const gap = ' '.repeat(Math.max(2, column - stringWidth(text)));
  const comment = line.comment === '' ? '' : `${gap}${paint.dim(`# ${line.comment}`)}`;
  const below = (line.parts ?? []).flatMap((part) => formatLine(part, { depth: depth + 1, paint }));
  return [`${isComment ? paint.dim(text) : text}${comment}`, ...below];
}

function isOptional({ isOptional: isOwn, parts }: FragmentLine): boolean {
  return isOwn || (parts?.every(isOptional) ?? false);
}

/** Formats a template as data, in the form of catalog.json. */
export function formatTemplateJson({ template, releases }: TemplateOffer): string {
  return formatDocument('catalog', {
    run: { of: 'template', search: null, all: 1 },
    template,
    connectors: [...releases.values()],
  });
}
