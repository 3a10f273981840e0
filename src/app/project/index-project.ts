import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type IndexedProject,
  type IndexOptions,
  indexManifests,
} from '../../engine/index/index-manifests.ts';
import { count } from '../../kit/text/text-layout.ts';
import { blueprintFolder, fleetFolder } from '../../model/manifest/project.ts';
import type { Files } from '../../model/ports.ts';
import type { CommandContext } from '../context.ts';
import { startProgress } from '../output/with-progress.ts';

/**
 * Indexes all manifests, and shows how many are read: `reading 1200 accounts` of tables, whose rows come first,
 * then `reading 1200/3000 manifests` of files.
 */
export async function indexProject(
  context: CommandContext,
  files: Files,
  options: IndexOptions = {},
): Promise<IndexedProject> {
  const counted = new ManifestCount();
  const stop = startProgress(context, () => counted.format());
  try {
    return await indexManifests(counted.withFiles(files, options), counted.withOptions(options));
  } finally {
    stop();
  }
}

class ManifestCount {
  readonly #listed = new Set<string>();
  readonly #read = new Set<string>();
  #accounts = 0;

  format(): string {
    if (this.#listed.size > 0) return `reading ${this.#read.size}/${this.#listed.size} manifests`;
    return `reading ${this.#accounts === 0 ? 'manifests' : count(this.#accounts, 'account')}`;
  }

  /** Counts files of accounts. Cycle files, tables and blueprints are not listed, or in no folder of accounts. */
  withFiles(files: Files, { isAsked = () => true }: IndexOptions): Files {
    return {
      ...files,
      listYaml: async (folder) => {
        const paths = await files.listYaml(folder);
        if (folder === blueprintFolder || folder === fleetFolder) return paths;
        for (const path of paths ?? []) if (isAsked(path)) this.#listed.add(path);
        return paths;
      },
      read: async (path, ...how) => {
        const reading = await files.read(path, ...how);
        if (this.#listed.has(path)) this.#read.add(path);
        return reading;
      },
    };
  }

  /** Counts accounts where each is judged, which is all that is heard of a row. */
  withOptions(options: IndexOptions): IndexOptions {
    return {
      ...options,
      makeCheck: async (project) => {
        const check = await options.makeCheck?.(project);
        return async (meanings) => {
          this.#accounts += 1;
          // A row reads no file, so that nothing else lets a signal in, or a line be drawn.
          await nextTurn();
          return (await check?.(meanings)) ?? [];
        };
      },
    };
  }
}
