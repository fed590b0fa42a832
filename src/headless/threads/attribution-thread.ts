import type { MessagePort } from 'node:worker_threads';
import { EvolutionGraph } from '../../graph/evolution-graph';
import { flowAttributor } from '../flow-attributor';
import { openPlace } from '../open-files';
import { takeBlock } from './case-shares';
import {
  isToThread,
  reasonOfFault,
  type Fault,
  type FromThread,
  type ThreadTask,
} from './messages';

/** Attributes what the main thread sends to this one, until the main thread ends it. */
export function serveThread(port: MessagePort): void {
  const send = (message: FromThread): void => port.postMessage(message);
  let opened: OpenedTask | undefined;
  port.on('message', (message: unknown) => {
    if (!isToThread(message)) return;
    if (message.kind === 'open') {
      opened = new OpenedTask(message.task);
      send({ kind: 'ready' });
    } else {
      opened?.attribute(send);
      opened = undefined;
    }
  });
}

/** A trace that this thread sees as its own. */
class OpenedTask {
  private readonly graph: EvolutionGraph;
  private readonly place: ReturnType<typeof openPlace>;

  constructor(private readonly task: ThreadTask) {
    this.place = openPlace(task.place);
    this.graph = new EvolutionGraph(task.key, task.columns, task.adjacency, this.place.bytes);
  }

  attribute(send: (message: FromThread) => void): void {
    const { cases, shared, part, options } = this.task;
    let faults: Fault[] = [];
    let at = 0;
    const attribute = flowAttributor(this.graph, cases, options, (_, error) => {
      faults.push({ at, reason: reasonOfFault(error) });
    });
    for (let block = takeBlock(shared, part); block; block = takeBlock(shared, part)) {
      const { from, to } = block;
      faults = [];
      const verdicts = cases.slice(from, to).map((failed, i) => {
        at = from + i;
        return attribute(failed);
      });
      send({ kind: 'verdicts', from, verdicts, faults });
    }
    this.place.close();
    send({ kind: 'done' });
  }
}
