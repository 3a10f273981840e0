import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  apply,
  CyclectlError,
  drift,
  openProject,
  type Progress,
  plan,
  toOutput,
} from '../../src/index.ts';
import { HastyTimer } from '../service/open-for-test.ts';
import { copyExample, openRemoteProject } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { withoutTimes } from '../support/values/without-times.ts';
import { openLibrary, readAll } from './open-library.ts';

describe('apply asks', () => {
  it('and without an answer, or with any but true, writes nothing', async () => {
    const project = await openRemoteProject();
    const library = await openLibrary(project);
    const answers = [undefined, () => false, async () => 'yes' as unknown as boolean];
    for (const confirm of answers) {
      const result = await apply(library, confirm === undefined ? {} : { confirm });
      expect(result).toMatchObject({ outcome: 'not-confirmed', exitCode: 1 });
    }
    const writes = project.emulator.requests().filter(({ method }) => method !== 'GET');
    expect(writes.filter(({ path }) => !path.includes('token'))).toEqual([]);
  });

  it('with the whole plan, and applies it after a yes', async () => {
    const project = await openRemoteProject();
    const asked: unknown[] = [];
    const result = await apply(await openLibrary(project), {
      confirm: async ({ question, plan: { run, accounts } }) => {
        asked.push(question, run.summary.creates, (await readAll(accounts())).length);
        return true;
      },
    });
    expect(result.outcome).toBe('applied');
    expect(asked).toEqual([expect.stringContaining('Continue?'), expect.any(Number), 2]);
  });

  it('never about a saved plan, nor with yes, so that its answer is never ignored', async () => {
    const project = await openRemoteProject();
    const library = await openLibrary(project);
    const confirm = () => false;
    for (const options of [{ plan: 'plan.json' }, { yes: true }]) {
      const call = apply(library, { ...options, confirm });
      await expect(call).rejects.toMatchObject({ code: 'wrong-usage', written: [] });
    }
    expect(project.emulator.requests()).toEqual([]);
  });

  it('and says why it could not', async () => {
    const project = await copyExample('quickstart');
    const lines: string[] = [];
    const output = { out: async () => undefined, log: (text: string) => void lines.push(text) };
    const confirm = () => ({ cannotAsk: 'the office is closed' });
    const result = await apply(await openLibrary(project), { output, confirm });
    expect(result.report.run).toMatchObject({ notBegun: 'nobody-to-ask' });
    expect(lines.join('\n')).toContain('Nothing was done: the office is closed.');
  });
});

describe('a signal', () => {
  it('stops a plan and a drift at the next account', async () => {
    const project = await openRemoteProject();
    const library = await openLibrary(project);
    await (await apply(library, { yes: true })).close();
    for (const call of [plan, drift]) {
      const stop = new AbortController();
      const seen: Progress[] = [];
      const running = call(library, {
        signal: stop.signal,
        onProgress: (progress) => {
          seen.push(progress);
          stop.abort();
        },
      });
      await expect(running).rejects.toMatchObject({ code: 'interrupted', written: [] });
      expect(seen).toEqual([{ phase: expect.any(String), done: 1, total: 2 }]);
      await expect(call(library, { signal: stop.signal })).rejects.toThrow(CyclectlError);
    }
  });

  it('lets an apply finish the accounts that it began', async () => {
    const project = await openRemoteProject();
    const stop = new AbortController();
    const started: unknown[] = [];
    const result = await apply(await openLibrary(project), {
      yes: true,
      signal: stop.signal,
      onStart: (work) => {
        started.push(work);
        stop.abort();
      },
    });
    expect(started).toEqual([{ unclosed: expect.stringContaining('resume --status') }]);
    expect(result).toMatchObject({ outcome: 'failed', exitCode: 1 });
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  });
});

describe('texts', () => {
  it('go nowhere by default, and to the given streams as the command prints them', async () => {
    const project = await copyExample('quickstart');
    const library = await openLibrary(project);
    const texts: Record<string, string> = { stdout: '', stderr: '' };
    const stream = (name: string) => ({
      write: (text: string) => {
        texts[name] += text;
        return true;
      },
      once: () => undefined,
      off: () => undefined,
    });
    const output = toOutput({ stdout: stream('stdout'), stderr: stream('stderr') });
    await plan(library, { output });
    const { stdout } = await runInProcess(project, 'plan');
    expect(withoutTimes(texts.stdout ?? '').trimEnd()).toBe(withoutTimes(stdout));
    await plan(library, { output, format: 'json' });
    expect(texts.stdout).toContain('{"format":"cyclectl.dev/report/v1","kind":"plan"');
    const file = join(project.directory, 'plan.md');
    await plan(library, { reports: [{ format: 'markdown', file }] });
    await expect(plan(library, { out: file, reports: [{ format: 'json', file }] })).rejects.toThrow(
      'would be written to the same file',
    );
  });
});

it('an output into a stream that is closed drops what comes, and waits for nothing', async () => {
  const stdout = {
    destroyed: true,
    write: () => false,
    once: () => undefined,
    off: () => undefined,
  };
  await toOutput({ stdout }).out(['more', ' text']);
  expect(stdout.destroyed).toBe(true);
});

describe('an error', () => {
  it('says what is wrong, where, and what to do', async () => {
    const project = await openRemoteProject();
    const { CYCLECTL_SECRET_KEY: _, ...environment } = project.environment;
    const library = await openLibrary({ ...project, environment });
    const error = await apply(library, { yes: true }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CyclectlError);
    expect(error).toMatchObject({
      code: 'cannot-run',
      message: 'CYCLECTL_SECRET_KEY is not set',
      remedy: expect.stringContaining('openssl rand'),
      environment: expect.any(String),
      written: [],
    });
    const missing = join(project.directory, 'none.json');
    await expect(apply(library, { plan: missing })).rejects.toMatchObject({ code: 'cannot-run' });
  });

  it('of an option is thrown before anything is read', async () => {
    const library = await openProject();
    const wrong: readonly [() => Promise<unknown>, string][] = [
      [() => openProject({ directroy: '.' } as object), 'openProject has no option directroy'],
      [() => apply(library, { select: ['account=x'] } as object), 'apply has no option select'],
      [
        () => plan(library, { allowDeletes: '2' } as object),
        'allowDeletes must be a number from 0',
      ],
      [() => plan(library, { allowDeletes: -1 }), 'allowDeletes must be a number from 0'],
      [() => drift(library, { shard: { part: 3, of: 2 } }), 'shard/part must be at most 2'],
      [() => drift(library, { budget: 1000 }), 'budget needs oldestFirst'],
      [() => plan(library, 7 as unknown as object), 'the options of plan are not an object'],
      [() => plan({ directory: '.' } as never), 'the first argument is not a project'],
      [
        () => openProject({ environmentVariables: { PORT: 5 } } as object),
        'environmentVariables/PORT must be text',
      ],
      [
        () => openProject({ environmentVariables: new Map() } as object),
        'environmentVariables must be an object of texts by name',
      ],
    ];
    for (const [call, message] of wrong) {
      await expect(call()).rejects.toMatchObject({ name: 'CyclectlError', code: 'wrong-usage' });
      await expect(call()).rejects.toThrow(message);
    }
  });

  it('of a callback is thrown as it is, and another apply does what it left', async () => {
    const project = await openRemoteProject();
    const library = await openLibrary(project);
    const own = new Error('of the caller');
    const fail = () => {
      throw own;
    };
    await expect(plan(library, { onProgress: fail })).rejects.toBe(own);
    await expect(apply(library, { confirm: fail })).rejects.toBe(own);
    const failAtWrites = ({ phase }: Progress) => {
      if (phase === 'applying') throw own;
    };
    await expect(apply(library, { yes: true, onProgress: failAtWrites })).rejects.toBe(own);
    expect(await runInProcess(project, 'resume', '--status')).toMatchObject({ exitCode: 0 });
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  });

  it.each(['onStart', 'output'] as const)('of %s lets an apply write nothing', async (where) => {
    const project = await openRemoteProject();
    const own = new Error('of the caller');
    const fail = () => {
      throw own;
    };
    const failing = { onStart: { onStart: fail }, output: { output: { out: fail, log: fail } } };
    const library = await openLibrary(project);
    await expect(apply(library, { yes: true, ...failing[where] })).rejects.toBe(own);
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 2 });
    const confirm = () => expect.unreachable('a plan that was not shown');
    await expect(apply(library, { confirm, output: failing.output.output })).rejects.toBe(own);
  });

  it('of an asynchronous onProgress is thrown too, and ends no process', async () => {
    const library = await openLibrary(await openRemoteProject());
    const own = new Error('of the caller');
    const onProgress = async ({ phase }: Progress) => {
      if (phase === 'applying') throw own;
    };
    await expect(apply(library, { yes: true, onProgress })).rejects.toBe(own);
    await expect(plan(library, { onProgress: () => Promise.reject(own) })).rejects.toBe(own);
  });

  it('of onProgress begins no further account of an apply', async () => {
    const project = await openRemoteProject();
    await project.edit('cyclectl.yaml', 'limits: {', 'limits: {concurrency: 1, ');
    const library = await openLibrary(project);
    const own = new Error('of the caller');
    const onProgress = ({ phase }: Progress) => {
      if (phase === 'applying') throw own;
    };
    await expect(apply(library, { yes: true, onProgress })).rejects.toBe(own);
    const { report } = await plan(library);
    expect(report.run).toMatchObject({ summary: { accountsWithOperations: 1 } });
  });

  it('of cyclectl itself has no secret in its text', async () => {
    const project = await openRemoteProject();
    class WrongTimer extends HastyTimer {
      override nowMs(): number {
        if (project.emulator.requests().length < 3) return super.nowMs();
        throw new TypeError(`a bug with ${project.environment.SVC_CLIENT_SECRET}`);
      }
    }
    const library = await openLibrary(project, { timer: new WrongTimer() });
    const error = await plan(library).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'own-mistake' });
    expect(`${error} ${(error as Error).stack}`).not.toContain(
      project.environment.SVC_CLIENT_SECRET,
    );
  });
});
