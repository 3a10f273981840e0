import { registerHooks } from 'node:module';
import { json } from 'node:stream/consumers';
import { TextDocument } from 'vscode-languageserver-textdocument';

// Reads texts by path as JSON, and prints what GitHub's language service finds in each. It runs in a process of its own,
// because it imports JSON as bundlers do.

registerHooks({
  load: (url, context, next) =>
    url.endsWith('.json')
      ? next(url, { ...context, importAttributes: { type: 'json' } })
      : next(url, context),
});
const { validate } = await import('@actions/languageservice');

const found: string[][] = [];
for (const [path, text] of (await json(process.stdin)) as [string, string][]) {
  // It remembers what it found under a name.
  const document = TextDocument.create(`file:///${found.length}/${path}`, 'yaml', 0, text);
  const mistakes = await validate(document, {});
  found.push(mistakes.map(({ range, message }) => `${path}:${range.start.line + 1} ${message}`));
}
process.stdout.write(JSON.stringify(found));
