import { Hono } from 'hono';
import type { OutboundClient } from '../http/outbound-client.ts';
import { checkEveryOrigin } from '../http/web/check-origin.ts';
import type { State } from '../state/state.ts';
import type { World } from '../world/file/world.ts';
import { type AppFaultsChange, updateAppFaults } from './app-faults.ts';
import type { AppContents } from './app-rows.ts';
import { crm } from './crm.ts';
import { fileStore } from './file-store.ts';
import { mailer } from './mailer.ts';
import { ourApp } from './our-app.ts';
import { formatJsonError, makeSampleApp, openRows, type SampleApp } from './sample-app.ts';

/** All sample apps, as `app:NAME` in a world names them. */
const sampleApps: readonly SampleApp[] = [crm, mailer, fileStore, ourApp];

/** Serves the apps on their own port, and registers each for calls inside this process. */
export function openSampleApps(outside: OutboundClient, readState: () => State): Hono {
  const port = new Hono();
  port.use(checkEveryOrigin);
  for (const sample of sampleApps) {
    const app = makeSampleApp(sample, readState);
    port.route(`/${sample.name}`, app);
    outside.addApp(sample.name, (request) => app.fetch(request));
  }
  port.notFound(() => {
    const { text, contentType } = formatJsonError('There is no such app here.');
    return new Response(text, { status: 404, headers: { 'Content-Type': contentType } });
  });
  port.onError((error) => {
    throw error;
  });
  return port;
}

/** True if a connector of the world uses a sample app. */
export function hasSampleApps({ connectors = [] }: World): boolean {
  return connectors.some(({ api }) => api?.baseUrl.startsWith('app:') ?? false);
}

/** Records of all apps, by name. */
export function readSampleApps(state: State): Readonly<Record<string, AppContents>> {
  return Object.fromEntries(
    sampleApps.map((sample) => {
      const rows = openRows(sample, state);
      return [sample.name, Object.fromEntries(sample.kinds.map((kind) => [kind, rows.list(kind)]))];
    }),
  );
}

/** Changes the faults of an app; false for an unknown app. */
export function updateSampleAppFaults(state: State, app: string, change: AppFaultsChange): boolean {
  const isKnown = sampleApps.some(({ name }) => name === app);
  if (isKnown) {
    updateAppFaults(state, app, change);
  }
  return isKnown;
}
