import type { Operation } from '../../model/plan/operation.ts';
import { createCategory } from './connectors/create-category.ts';
import { deleteConnector } from './connectors/delete-connector.ts';
import { installConnector } from './connectors/install-connector.ts';
import { setProperty } from './connectors/set-property.ts';
import { updateConnector } from './connectors/update-connector.ts';
import { bindSlots } from './cycles/bind-slots.ts';
import { deleteCycle } from './cycles/delete-cycle.ts';
import { importCycle } from './cycles/import-cycle.ts';
import { installTemplate } from './cycles/install-template.ts';
import { setMapping } from './cycles/set-mapping.ts';
import { setVariables } from './cycles/set-variables.ts';
import { updateCycle } from './cycles/update-cycle.ts';
import { deleteAccount } from './delete-account.ts';
import { attempt } from './journal/attempt.ts';
import { noteIntent } from './journal/note-intent.ts';
import { performAccount } from './perform-account.ts';
import { pauseCycle } from './running/pause-cycle.ts';
import { startCycle } from './running/start-cycle.ts';
import type { Performed, Scene, Side } from './scene.ts';

/**
 * Does one operation, and never throws. `earlier` writes what was there before instead of what the
 * manifest wants.
 */
export function performOperation(
  scene: Scene,
  operation: Operation,
  side: Side = 'desired',
): Promise<Performed> {
  return attempt(operation.address, () =>
    noteIntent(scene, operation, () => perform(scene, operation, side)),
  );
}

function perform(scene: Scene, operation: Operation, side: Side): Promise<Performed> {
  const { action } = operation;
  switch (action.kind) {
    case 'create-account':
    case 'update-account':
      return performAccount(scene, operation, action.paths);
    case 'delete-account':
      return deleteAccount(scene, operation);
    case 'install-connector':
      return installConnector(scene, operation, action.paths);
    case 'update-connector':
      return updateConnector(scene, operation, action.paths);
    case 'set-property':
      return setProperty(scene, operation, action.path);
    case 'create-category':
      return createCategory(scene, operation, action.path);
    case 'delete-connector':
      return deleteConnector(scene, operation);
    case 'import-cycle':
      return importCycle(scene, operation);
    case 'install-template':
      return installTemplate(scene, operation);
    case 'update-cycle':
      return updateCycle(scene, operation, { paths: action.paths, side });
    case 'bind-slots':
      return bindSlots(scene, operation, { paths: action.paths, side });
    case 'set-variables':
      return setVariables(scene, operation, { paths: action.paths, side });
    case 'set-mapping':
      return setMapping(scene, operation, { path: action.path, slot: action.slot, side });
    case 'pause-cycle':
      return pauseCycle(scene, operation, action.restart);
    case 'activate-cycle':
      return startCycle(scene, operation, action.schedule);
    case 'delete-cycle':
      return deleteCycle(scene, operation);
  }
}
