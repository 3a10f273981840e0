import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Forge } from '../../../model/report/forge.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import type { PostResult } from './update-posts.ts';

const sentences: Readonly<Record<PostResult, (where: string) => string>> = {
  added: (where) =>
    `Posted as ${where === 'the issue' ? 'a new issue' : `a new comment of ${where}`}.`,
  changed: (where) => `Put in the place of the earlier text of ${where}.`,
  same: (where) => `Nothing is new: ${where} has this text.`,
  closed: (where) => `Closed ${where}.`,
  nothing: () => 'There is nothing to post it to, and nothing was posted.',
};

/** Tells what became of a post. */
export async function printPosted(
  { terminal }: CommandContext,
  { format }: Pick<GlobalOptions, 'format'>,
  what: { readonly forge: Forge; readonly where: string | null; readonly posted: PostResult },
): Promise<void> {
  const { forge, where, posted } = what;
  if (format === 'json') {
    const data = formatSafeJson({ forge: forge.name, where, posted });
    await terminal.out(`${formatDocumentHead('forge')},"run":${data}}\n`);
    return;
  }
  await terminal.out(`${toVisible(forge.name)}: ${sentences[posted](where ?? '')}\n`);
}
