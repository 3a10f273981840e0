import { expect } from 'vitest';
import { type ConsoleRequest, consoleRequest } from '../console/console-request.ts';
import { findDumped } from '../console/dumped.ts';
import { type FixtureOptions, openFixture, type TestFixture } from '../fixture.ts';
import { applyAll, listReported, quickstartSecrets } from '../quickstart.ts';
import { adopted, head } from './adopted-cycle.ts';

const manifest = `${head}  cycles:
    sync: {from: {template: ${adopted.template}}, state: paused}
`;

/** A project whose cycle was made by an apply, and never started. */
export async function openMade(options: Pick<FixtureOptions, 'world'> = {}): Promise<TestFixture> {
  const manifests = { [adopted.file]: manifest };
  const fixture = await openFixture({ ...options, manifests, secrets: quickstartSecrets });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  return fixture;
}

/** Sends a request as the console does. */
export async function type(
  { emulator }: TestFixture,
  request: `${'POST' | 'PUT'} ${string}`,
  body: object,
): Promise<{ readonly Id: number }> {
  const space = request.indexOf(' ');
  const [method, path] = [request.slice(0, space), request.slice(space + 1)];
  const asked = { method, account: adopted.id, path: `/v1.0${path}`, body };
  return (await consoleRequest(emulator, asked as ConsoleRequest)) as { readonly Id: number };
}

/** A step of the cycle by its name, and its path. */
export function readStep({ emulator }: TestFixture, name = 'Get contact') {
  const [live] = findDumped(emulator, adopted.id)?.cycles ?? [];
  const found = live?.steps.find((each) => each.name === name);
  if (live === undefined || found === undefined) throw new Error('There is no such step.');
  const cycle = `/cycles/${live.id}`;
  return { cycle, path: `${cycle}/steps/${found.id}`, found };
}
