import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Forge } from '../../../model/report/forge.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { PostResult } from './update-posts.ts';

const sentences: Readonly<Record<PostResult, (where: string) => string>> = {
  added: (where) => `Created ${where === 'the issue' ? 'an issue' : `a comment on ${where}`}.`,
  changed: (where) => `Updated ${where === 'the issue' ? where : `the comment on ${where}`}.`,
  same: (where) => `No change: ${where} has this text already.`,
  closed: (where) => `Closed ${where}.`,
  nothing: () => 'Nothing was posted: there is no pull request or issue to post to.',
};

/** Prints the result of a post. */
export async function printPosted(
  { terminal }: CommandContext,
  { format }: Pick<GlobalOptions, 'format'>,
  what: { readonly forge: Forge; readonly where: string | null; readonly posted: PostResult },
): Promise<void> {
  const { forge, where, posted } = what;
  if (format === 'json') {
    await terminal.out(formatDocument('forge', { run: { forge: forge.name, where, posted } }));
    return;
  }
  await terminal.out(`${toVisible(forge.name)}: ${sentences[posted](where ?? '')}\n`);
}
