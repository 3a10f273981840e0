import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { openRemoteProject, type Project } from '../../../support/run-cyclectl.ts';
import {
  type Answers,
  runAnswered,
  runInProcess,
  runLine,
} from '../../../support/run-in-process.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';
import { makeTwin } from './make-twin.ts';

let project: Project & { readonly emulator: Emulator };

const mailer = 'northwind/cycles/contacts-to-mailer';

beforeAll(async () => {
  project = await openRemoteProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
});

// All is there as the manifests say, and nothing of it is in state.
beforeEach(() => rm(join(project.directory, '.cyclectl/local'), { recursive: true }));

async function listState(): Promise<string> {
  return (await runInProcess(project, 'state', 'list')).stdout;
}

function adopt(answers: Answers, ...args: readonly string[]) {
  return runAnswered(project, answers, 'adopt', ...args);
}

async function repeat([line = '']: readonly string[]): Promise<void> {
  const before = await listState();
  await rm(join(project.directory, '.cyclectl/local'), { recursive: true });
  const again = await runLine(line, project);
  expect(again.exitCode, again.stderr).toBe(0);
  expect(await listState()).toBe(before);
}

it('asks for account, entry and object, and binds this one', async () => {
  const ids = await listIds();
  const { exitCode, stderr, questions, repeats } = await adopt([
    'one',
    'northwind',
    mailer,
    ids.get('Contacts to mailer') ?? '',
  ]);
  expect(exitCode, stderr).toBe(0);
  expect(questions).toHaveLength(4);
  expect(await listState()).toContain(mailer);
  await repeat(repeats);
});

it('asks for the object of an address, and not for one that belongs to another entry', async () => {
  const ids = await listIds();
  const files = ids.get('Contacts to files') ?? '';
  const bound = await runInProcess(project, 'adopt', 'northwind/cycles/contacts-to-files', files);
  expect(bound.exitCode, bound.stderr).toBe(0);
  expect((await adopt([files], mailer)).stderr).toContain('is not among');
  const asked = await adopt([ids.get('Contacts to mailer') ?? ''], mailer);
  expect(asked.exitCode, asked.stderr).toBe(0);
  expect(asked.repeats).toEqual([
    `cyclectl -C ${project.directory} adopt ${mailer} ${ids.get('Contacts to mailer')}`,
  ]);
});

it('binds all that are found after two answers', async () => {
  const { exitCode, repeats, questions } = await adopt(['all', 'yes']);
  expect(exitCode).toBe(0);
  expect(questions).toHaveLength(2);
  expect(repeats).toEqual([`cyclectl -C ${project.directory} adopt --all --yes`]);
  await repeat(repeats);
});

it('asks which one is meant where several match, by name and for all', async () => {
  const id = await makeTwin(project.emulator);
  const named = await adopt([id], mailer, 'Contacts to mailer');
  expect(named.exitCode, named.stderr).toBe(0);
  expect(named.repeats).toEqual([`cyclectl -C ${project.directory} adopt ${mailer} ${id}`]);
  await repeat(named.repeats);
  await rm(join(project.directory, '.cyclectl/local'), { recursive: true });
  const all = await adopt([id, 'yes'], '--all');
  expect(all.exitCode, all.stderr).toBe(0);
  expect(all.questions[0]).toContain(`Several objects match ${mailer}`);
  expect(all.stderr).toContain(`cyclectl -C ${project.directory} adopt ${mailer} ${id}`);
  expect(await listState()).toContain(mailer);
  await rm(join(project.directory, '.cyclectl/local'), { recursive: true });
  const none = await adopt(['', 'yes'], '--all');
  expect(none.exitCode).toBe(3);
  expect(await listState()).not.toContain(mailer);
});

it('binds nothing without an answer, or without a terminal', async () => {
  for (const answers of [[], ['one'], ['one', 'northwind'], ['one', 'northwind', mailer]]) {
    const { exitCode, stderr } = await adopt(answers);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('nothing was bound: there was no answer');
  }
  const { exitCode, stderr } = await runInProcess(project, 'adopt');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('adopt needs an address and the object to bind to it');
  expect(await listState()).toBe('');
});

async function listIds(): Promise<ReadonlyMap<string, string>> {
  const path = '/v1.0/cycles';
  const account = quickstartIds.northwind;
  const cycles = await consoleRequest(project.emulator, { method: 'GET', path, account });
  return new Map(
    (cycles as readonly { readonly Id: string; readonly Name: string }[]).map(({ Id, Name }) => [
      Name,
      Id,
    ]),
  );
}
