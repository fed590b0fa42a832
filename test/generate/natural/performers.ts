import { EverMemOSPlayer } from './players/evermemos';
import { LongContextPlayer } from './players/long-context';
import { Mem0Player } from './players/mem0';
import type { Player } from './players/player';
import { RagPlayer } from './players/rag';
import { perform } from './perform';
import type { PlayText } from './play';
import { BORNHOLM } from './plays/evermemos-bornholm';
import { BRNO } from './plays/long-context-brno';
import { FESTIVAL } from './plays/mem0-festival';
import { LEITH } from './plays/mem0-leith';
import { ALLOTMENT } from './plays/rag-allotment';
import type { Stage } from './stage';

export const PLAYS: readonly PlayText[] = [LEITH, FESTIVAL, BORNHOLM, ALLOTMENT, BRNO];

const players = {
  mem0: (stage: Stage): Player => new Mem0Player(stage),
  evermemos: (stage: Stage): Player => new EverMemOSPlayer(stage),
  rag: (stage: Stage): Player => new RagPlayer(stage),
  long_context: (stage: Stage): Player => new LongContextPlayer(stage),
};

/** The trace of a play, as text. */
export const traceOf = (play: PlayText): string => perform(play, players[play.system]);

/** Where the trace of a play is kept, below `test/fixtures/natural`. */
export const fileOf = ({ system, name }: PlayText): string => `${system}/${name}.json.gz`;
