// Written by `python -m web.types` from web/drawing, the questions and the scenes. Change those.

type Question = BetQuestion | BidQuestion | CardQuestion | CasinoQuestion | CloseQuestion | CountQuestion | DrawQuestion | HoldQuestion | KeepQuestion | NamingQuestion | NumberQuestion | OpponentQuestion | OptionQuestion | PlayCardQuestion | PointsQuestion | ProtestQuestion | SellQuestion | ShowQuestion | SquareQuestion | StakeQuestion | StandQuestion | ThrowQuestion | ToldQuestion;

interface BetQuestion extends QuestionHead {
  kind: "bet";
  fields: string[];
  step: number;
  limit: number | null;
  available: Record<string, number>;
  bets: PlacedBet[];
}

interface BidQuestion extends QuestionHead {
  kind: "bid";
  minimum: number;
  limit: number;
  step: number;
  own: number;
  amounts: number[];
  purses: Record<string, number>;
}

interface CardQuestion extends QuestionHead {
  kind: "card";
  deck: string;
  cards: BoxCard[];
  effects: [string, string][];
  targets: [string, string][];
  collects: string | null;
}

interface CasinoQuestion extends QuestionHead {
  kind: "casino";
  colours: string[];
}

interface CloseQuestion extends QuestionHead {
  kind: "close";
  spare: boolean;
}

interface CountQuestion extends QuestionHead {
  kind: "count";
  who: string[];
  partners: Record<string, string[]>;
  keys: CountKey[];
  totals: Record<string, number>;
}

interface DrawQuestion extends QuestionHead {
  kind: "draw";
  deck: string;
  names: string[];
  hidden: boolean;
  blank: boolean;
  left: Record<string, number>;
}

interface HoldQuestion extends QuestionHead {
  kind: "hold";
  names: string[];
  least: number;
  most: number;
  known: string[];
  left: Record<string, number>;
}

interface KeepQuestion extends QuestionHead {
  kind: "keep";
  lying: number[];
  must_keep: number[];
}

interface NamingQuestion extends QuestionHead {
  kind: "naming";
  number: number;
  longest: number;
  among: string[];
  proposed: string[];
}

interface NumberQuestion extends QuestionHead {
  kind: "number";
  low: number;
  high: number;
  taken: number[];
  squares: boolean;
  choices?: NumberChoice[];
}

interface OpponentQuestion extends QuestionHead {
  kind: "opponent";
  among: PossibleOpponent[];
}

interface OptionQuestion extends QuestionHead {
  kind: "option";
  personal: boolean;
  rare: boolean;
  also: string[];
  options: OfferedOption[];
}

interface PlayCardQuestion extends QuestionHead {
  kind: "play_card";
  names: string[];
  uses: CardUse[];
}

interface PointsQuestion extends QuestionHead {
  kind: "points";
  blank: Record<string, number[]>;
  low: Record<string, number>;
  high: Record<string, number>;
  lines: string[];
}

interface ProtestQuestion extends QuestionHead {
  kind: "protest";
  minimum: number;
  limit: number;
  step: number;
  own: number;
  amounts: number[];
  purses: Record<string, number>;
}

interface SellQuestion extends QuestionHead {
  kind: "sell";
  cards: SellableCard[];
  several: boolean;
  most: number | null;
  missing: number | null;
}

interface ShowQuestion extends QuestionHead {
  kind: "show";
  names: string[];
  least: number;
  most: number;
  known: string[];
  left: Record<string, number>;
}

interface SquareQuestion extends QuestionHead {
  kind: "square";
  index: number | null;
  kinds: SquareKind[];
  colours: string[];
  answer: string;
  passed: string | null;
}

interface StakeQuestion extends QuestionHead {
  kind: "stake";
  minimum: number;
  limit: number;
  step: number;
  against: string | null;
  own: number;
  worst: string | null;
}

interface StandQuestion extends QuestionHead {
  kind: "stand";
  say?: string;
  made?: boolean;
}

interface ThrowQuestion extends QuestionHead {
  kind: "throw";
  dice: string;
  least: number;
  most: number;
  lying: number[] | null;
  kept: number[] | null;
  must_keep: number[];
  throws_left: number | null;
  empty: boolean;
}

interface ToldQuestion extends QuestionHead {
  kind: "told";
  fields: string[];
  step: number;
  available: Record<string, number>;
}
