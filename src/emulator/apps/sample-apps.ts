import { Hono } from 'hono';
import { keepFromForeignPages } from '../http/foreign.ts';
import type { Outside } from '../http/outside.ts';
import type { State } from '../state/state.ts';
import type { World } from '../world/file/world.ts';
import { changeMood, type MoodChange } from './app-mood.ts';
import type { AppThing } from './app-rows.ts';
import { crm } from './crm.ts';
import { fileStore } from './file-store.ts';
import { mailer } from './mailer.ts';
import { ourApp } from './our-app.ts';
import { openRows, type SampleApp, serveSampleApp, writeJsonError } from './sample-app.ts';

/** All sample apps, as `app:NAME` in a world names them. */
const sampleApps: readonly SampleApp[] = [crm, mailer, fileStore, ourApp];

/** What an app holds, by kind. */
export type AppContents = Readonly<Record<string, readonly AppThing[]>>;

/** The apps beneath their names, for a port of their own; and each inside this process. */
export function openSampleApps(outside: Outside, readState: () => State): Hono {
  const port = new Hono();
  port.use(keepFromForeignPages);
  for (const sample of sampleApps) {
    const app = serveSampleApp(sample, readState);
    port.route(`/${sample.name}`, app);
    outside.addApp(sample.name, (request) => app.fetch(request));
  }
  port.notFound(() => {
    const { text, contentType } = writeJsonError('There is no such app here.');
    return new Response(text, { status: 404, headers: { 'Content-Type': contentType } });
  });
  port.onError((error) => {
    throw error;
  });
  return port;
}

/** Whether a connector of the world is one of the sample apps. */
export function usesSampleApps({ connectors = [] }: World): boolean {
  return connectors.some(({ api }) => api?.baseUrl.startsWith('app:') ?? false);
}

/** What all apps hold, by name. */
export function readSampleApps(state: State): Readonly<Record<string, AppContents>> {
  return Object.fromEntries(
    sampleApps.map((sample) => {
      const rows = openRows(sample, state);
      return [sample.name, Object.fromEntries(sample.kinds.map((kind) => [kind, rows.list(kind)]))];
    }),
  );
}

/** Changes how an app answers; false: there is no such app. */
export function upsetSampleApp(state: State, app: string, change: MoodChange): boolean {
  const isKnown = sampleApps.some(({ name }) => name === app);
  if (isKnown) {
    changeMood(state, app, change);
  }
  return isKnown;
}
