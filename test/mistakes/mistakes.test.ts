import { expect, it } from 'vitest';
import { readGolden } from '../golden/read-golden.ts';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { withoutTimes } from '../support/values/without-times.ts';
import { mistakes } from './mistakes.ts';

it.each(mistakes)('$title', async ({ title, edits = [], files = {}, command = ['validate'] }) => {
  const project = await copyExample('quickstart');
  for (const each of edits) await project.edit(...each);
  for (const [path, text] of Object.entries(files)) await project.write(path, text);
  const { exitCode, stdout, stderr } = await runInProcess(
    project,
    ...command.map((word) => word.replace('FOLDER', project.directory)),
  );
  const said = [
    `$ cyclectl ${command.join(' ')}`,
    ...edits.map(
      ([file, before, after]) => `# in ${file}, instead of ${before.trim()}: ${after.trim()}`,
    ),
    stdout.trimEnd(),
    stderr.trimEnd(),
    `exit code ${exitCode}`,
  ].filter((each) => each !== '');
  const text = withoutTimes(`${said.join('\n')}\n`).replaceAll(project.directory, 'FOLDER');
  const golden = await readGolden(`mistakes/${title.replaceAll(/[^a-zA-Z]+/g, '-')}.txt`, text);
  expect(unwrap(text)).toBe(unwrap(golden));
});

// Lines are wrapped by the length of the path of a temporary folder.
function unwrap(text: string): string {
  return text.replaceAll(/\s*\\?\n\s*/g, ' ');
}
