import { describe, expect, it } from 'vitest';
import type { Choices } from '../../src/app/output/ask/prompt.ts';
import { runProgram } from '../../src/cli/run-program.ts';
import { nameFolder } from '../support/begin-project.ts';
import { copyExample } from '../support/run-cyclectl.ts';
import { openRecordedContext } from '../support/run-in-process.ts';

/** Runs a command at a terminal where a person answers each question with yes. */
async function runAsked(directory: string, ...args: readonly string[]) {
  const { context, out, said } = openRecordedContext();
  const questions: string[] = [];
  const ask = {
    confirm: async (question: string) => {
      questions.push(question);
      return 'yes' as const;
    },
    readWord: async (question: string) => {
      questions.push(question);
      return 'yes';
    },
    choose: async ({ question }: Choices) => {
      questions.push(question);
      return null;
    },
    lack: null,
  };
  const asking = { ...context, terminal: { ...context.terminal, ask } };
  const argv = ['-C', directory, ...args];
  const exitCode = await runProgram(asking, { argv, endedBy: () => null });
  return { exitCode, questions, text: `${out()}\n${said()}`.replaceAll(/\s+/g, ' ') };
}

describe('--no-input', () => {
  it('asks nothing where a command would, and says what to pass instead', async () => {
    const { directory } = await copyExample('quickstart');
    const refused = await runAsked(directory, 'apply', '--no-input');
    expect(refused).toMatchObject({ exitCode: 1, questions: [] });
    expect(refused.text).toContain('Nothing was done: --no-input asks nothing. Pass --yes, or');
    const asked = await runAsked(directory, 'apply');
    expect(asked).toMatchObject({ exitCode: 0, questions: [expect.stringContaining('Continue?')] });
    const destroyed = await runAsked(
      directory,
      '--no-input',
      'destroy',
      'northwind',
      '--allow-deletes',
      '6',
    );
    expect(destroyed).toMatchObject({ exitCode: 1, questions: [] });
    expect(destroyed.text).toContain('--confirm northwind');
    const forgotten = await runAsked(directory, 'state', 'forget', 'northwind', '--no-input');
    expect(forgotten).toMatchObject({ exitCode: 1, questions: [] });
    expect(forgotten.text).toContain('with --no-input, pass --yes');
  });

  it('lets a command run that has its answer', async () => {
    const { directory } = await copyExample('quickstart');
    expect(await runAsked(directory, 'apply', '--yes', '--no-input')).toMatchObject({
      exitCode: 0,
      questions: [],
    });
  });

  it('refuses to create a project whose service is not named', async () => {
    const refused = await runAsked(await nameFolder(), 'init', '--no-input');
    expect(refused).toMatchObject({ exitCode: 1, questions: [] });
    expect(refused.text).toContain('no service is given, and --no-input asks nothing');
    expect(refused.text).toContain('Pass --base-url URL, or --local');
  });
});
