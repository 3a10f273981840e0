import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkEnded, type FuzzTarget } from '../fuzz-case.ts';
import { openFuzzProject } from '../fuzz-project.ts';
import { mutateData, mutateText } from '../mutate.ts';

/** State exports through `state import`, and the plan after an accepted one. */
export async function openStateFileTarget(): Promise<FuzzTarget> {
  const project = await openFuzzProject();
  await project.run('apply', '--yes');
  const file = join(project.directory, 'state.jsonl');
  await project.run('state', 'export', file);
  const text = (await project.read('state.jsonl')).toString('utf8');
  return {
    feed: async (draw) => {
      await rm(join(project.directory, '.cyclectl'), { recursive: true, force: true });
      const lines = text.split('\n').filter((line) => line !== '');
      const at = draw.int(0, lines.length - 1);
      const said: unknown = JSON.parse(lines[at] ?? '{}');
      lines[at] = JSON.stringify(mutateData(draw, said));
      const changed = draw.chance(70) ? withDigest(lines) : mutateText(draw, text);
      await project.write('state.jsonl', changed);
      const imported = await project.run('state', 'import', file);
      const wrong = checkEnded('state import', imported);
      if (imported.exitCode !== 0) return wrong;
      const command = draw.pick([['plan'], ['state', 'list'], ['history'], ['resume', '--status']]);
      const ended = await project.run(...command);
      return [...wrong, ...checkEnded(`${command.join(' ')} after an import`, ended)];
    },
    close: project.close,
  };
}

/** The lines with a matching digest, which any author can compute. */
function withDigest(lines: readonly string[]): string {
  const body = lines.slice(0, -1).map((line) => `${line}\n`);
  const digest = createHash('sha256').update(body.join('')).digest('hex');
  return `${body.join('')}${JSON.stringify({ lines: body.length - 1, digest })}\n`;
}
