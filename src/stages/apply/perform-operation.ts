import type { Operation } from '../../model/operation.ts';
import { attempt } from './attempt.ts';
import { bindSlots } from './bind-slots.ts';
import { createCategory } from './create-category.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteConnector } from './delete-connector.ts';
import { deleteCycle } from './delete-cycle.ts';
import { importCycle } from './import-cycle.ts';
import { installConnector } from './install-connector.ts';
import { installTemplate } from './install-template.ts';
import { noteIntent } from './note-intent.ts';
import { pauseCycle } from './pause-cycle.ts';
import { performAccount } from './perform-account.ts';
import type { Performed, Scene, Side } from './scene.ts';
import { setMapping } from './set-mapping.ts';
import { setProperty } from './set-property.ts';
import { setVariables } from './set-variables.ts';
import { startCycle } from './start-cycle.ts';
import { updateConnector } from './update-connector.ts';
import { updateCycle } from './update-cycle.ts';

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
