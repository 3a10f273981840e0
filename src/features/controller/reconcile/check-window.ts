import { openProjectFiles } from '../../../app/project/project-files.ts';
import { findWindow } from '../../../engine/policy/find-window.ts';
import { defaultTimeZone } from '../../../model/desired/maintenance-window.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { readTimeZones } from '../../rollout/windows/read-for-windows.ts';
import type { OpenedStation } from '../station.ts';

/** Time until an account may be changed, and what is said of it. */
export type Closed = { readonly opensAt: string; readonly waitMs: number };

/**
 * Checks the maintenance windows of an account, which are those of its fleet. Null: it may be changed now,
 * in its time zone and at the time of the service.
 */
export async function checkWindow(
  { request, ports }: Pick<OpenedStation, 'request' | 'ports'>,
  entry: AccountEntry,
): Promise<Closed | null> {
  const windows = entry.layering?.fleet?.document.written.spec.rollout?.windows;
  if (windows === undefined) return null;
  const { options, project } = request;
  const files = openProjectFiles(options.directory);
  const { environments } = project.project;
  const reading = { files, environment: project.environment.name, environments, width: 1 };
  const zones = await readTimeZones(reading, [entry]);
  const now = ports.readTime();
  const state = findWindow(windows, zones.get(entry.key) ?? defaultTimeZone, now);
  if (state.isOpen) return null;
  const { opensAt } = state;
  return { opensAt, waitMs: Math.max(0, Date.parse(opensAt) - Date.parse(now)) };
}
