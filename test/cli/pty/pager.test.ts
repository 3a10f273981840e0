import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { listPagerWords } from '../../../src/app/output/pager.ts';
import { isPaged } from '../../../src/cli/help/paged-commands.ts';
import { openDefinitions } from '../../docs/refuse-words.ts';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';
import { withoutTimes } from '../../support/values/without-times.ts';
import { openPty } from './open-pty.ts';

let project: Project;
let marking: string;
let waiting: string;

beforeAll(async () => {
  project = await copyExample('quickstart');
  // A pager that says so, writes what it got, and is left at once.
  const save = async (name: string, text: string): Promise<string> => {
    const path = join(project.directory, name);
    await writeFile(path, text);
    await chmod(path, 0o755);
    return path;
  };
  const script = '#!/bin/sh\necho "LESS=$LESS"\ncat > "$0.got"\necho PAGED\n';
  marking = await save('marking.sh', script);
  waiting = await save('waiting.sh', waitingPager);
});

type Options = {
  readonly rows?: number;
  readonly environment?: Readonly<Record<string, string>>;
};

function open(args: readonly string[], { rows = 10, environment = {} }: Options = {}) {
  const { directory } = project;
  return openPty({ file: 'cyclectl', args, directory, rows, environment });
}

async function show(args: readonly string[], options: Options = {}): Promise<string> {
  const environment = { PAGER: marking, ...options.environment };
  const pty = await open(args, { ...options, environment });
  const code = await pty.ended;
  return `${pty.output()}code ${code}`;
}

/** Keys are read from the terminal, as less does. */
const waitingPager = `#!/bin/sh
trap 'echo GOT-INT' INT
head -n 3
cat > /dev/null
echo WAITING
until read -r key < /dev/tty; do :; done
echo LEFT
`;

describe('output that is longer than the screen', () => {
  it('is in a pager until a person leaves it, with the exit code of the command', async () => {
    const pty = await open(['plan', '--exit-code'], { environment: { PAGER: waiting } });
    await pty.read(/WAITING/);
    expect(pty.output()).not.toContain('Next:');
    pty.type('\r');
    await pty.read(/LEFT/);
    expect(await pty.ended).toBe(2);
  });

  it('stays in the pager when a person presses the key that interrupts', async () => {
    const pty = await open(['render', 'northwind'], { environment: { PAGER: waiting } });
    await pty.read(/WAITING/);
    pty.type('\u0003');
    await pty.read(/GOT-INT/);
    pty.type('\r');
    await pty.read(/LEFT/);
    expect(await pty.ended).toBe(0);
    expect(pty.output()).not.toContain('Interrupted');
  });

  it('is in less, where it is on this machine and no other pager is named', async () => {
    const found = ['/usr/bin/less', '/bin/less'].some((path) => existsSync(path));
    const pty = await open(['plan', '--exit-code']);
    await pty.read(found ? /\r\n:/ : /Next:/);
    pty.type('q');
    expect(await pty.ended).toBe(2);
  });

  it('goes to the pager as it would be printed, with its messages in their places', async () => {
    const shown = await show(['plan', '--exit-code']);
    expect(shown).toMatch(/LESS=FRX[\s\S]*PAGED\s+code 2$/);
    const paged = withoutTimes(await readFile(`${marking}.got`, 'utf8'));
    const plain = withoutTimes(await show(['plan', '--exit-code'], { rows: 500 }));
    expect(plain).not.toContain('PAGED');
    for (const line of paged.split('\n').filter((each) => each !== '')) {
      expect(plain).toContain(line);
    }
    expect(paged).toContain('northwind');
  });

  it('ends well where the pager is left early, with the exit code of the command', async () => {
    const shown = await show(['plan', '--exit-code'], { environment: { PAGER: 'head -n 2' } });
    expect(shown).toMatch(/code 2$/);
    expect(shown).not.toMatch(/EPIPE|error/);
  });

  it('is in the pager where it is help', async () => {
    expect(await show(['--help', '--all'])).toMatch(/PAGED\s+code 0$/);
    expect(await show(['help', 'plan'])).toMatch(/PAGED\s+code 0$/);
    expect(await readFile(`${marking}.got`, 'utf8')).toContain('Examples:');
  });

  it.each([
    ['a program that does not exist', 'no-such-pager --flag'],
    ['cat', 'cat'],
    ['nothing', ''],
  ])('is printed where the pager is %s', async (_title, pager) => {
    const shown = await show(['plan', '--exit-code'], { environment: { PAGER: pager } });
    expect(shown).toMatch(/northwind[\s\S]*code 2$/);
    expect(shown).not.toContain('ENOENT');
  });

  it.each([
    ['--format json', ['plan', '--format', 'json'], {}],
    ['--no-input', ['plan', '--no-input'], {}],
    ['CI', ['plan'], { CI: 'true' }],
  ])('is printed with %s', async (_title, args, environment) => {
    expect(await show(args, { environment })).not.toContain('PAGED');
  });

  it('is printed before a question', async () => {
    const pty = await open(['apply'], { environment: { PAGER: marking } });
    await pty.read(/Continue\?/);
    expect(pty.output()).not.toContain('PAGED');
    pty.type('no\r');
    expect(await pty.ended).toBe(1);
  });
});

describe('the pager', () => {
  it.each([
    [{}, ['less']],
    [{ PAGER: 'more' }, ['more']],
    [{ PAGER: 'more', CYCLECTL_PAGER: 'less -S' }, ['less', '-S']],
    [{ PAGER: 'more', CYCLECTL_PAGER: '' }, []],
    [{ PAGER: '\'/my programs/pager\' -x "a b"' }, ['/my programs/pager', '-x', 'a b']],
  ])('of %j is %j', (environment, words) => {
    expect(listPagerWords(environment)).toEqual(words);
  });

  it('is for no command that asks', () => {
    const check = (command: Command, above: string): void => {
      for (const each of command.commands) {
        const name = `${above} ${each.name()}`.trim();
        const asks = each.options.some(({ long }) => long === '--yes' || long === '--confirm');
        // The answers to drift ask, and drift alone does not.
        if (asks && name !== 'drift') expect(isPaged(name, {}), name).toBe(false);
        check(each, name);
      }
    };
    check(openDefinitions(), '');
    for (const option of ['adopt', 'accept', 'answer', 'ignore', 'revert'])
      expect(isPaged('drift', { [option]: true }), option).toBe(false);
    expect(isPaged('drift', {})).toBe(true);
  });
});
