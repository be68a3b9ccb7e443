// Plays a card: touch the card, then a legal play or the cards to take. The table explains a refusal.

import { h } from "../dom.js";
import { button } from "../pieces.js";
import { card as drawn, covered, pad, spoken, touch } from "../cards.js";
import { page } from "../send.js";
import { noting } from "../reads.js";
import { n, t } from "../words.js";

const SHOWN = 6; // proposals before the button for others

/** @typedef {QuestionContext<PlayCardQuestion>} PlayContext */

let asked = /** @type {{ key: string, plays: CardPlay[] | null }} */ ({ key: "", plays: null }); // the last requested proposals, null until they arrive

const answered = noting(() => asked.plays);

/** The open cards. @param {TableView} view @returns {Partial<TableScene>} */
const laid = (view) => view.scene ?? {};

/** @param {PlayContext} ctx @param {string} card */
function proposals(ctx, card) {
  const key = `${ctx.before ?? ctx.view.number} ${ctx.q.seats[0]} ${card}`;
  if (asked.key !== key) {
    asked = { key, plays: null };
    const query = new URLSearchParams({ seat: ctx.q.seats[0], card, ...(ctx.before ? { before: String(ctx.before) } : {}) });
    fetch(`/plays.json?${query}`, { headers: { "X-Servi-Page": page() } }).then((reply) => reply.json())
      .then(({ plays }) => { if (asked.key === key) { asked = { key, plays: plays ?? [] }; ctx.redraw(); } })
      .catch(() => { if (asked.key === key) { asked = { key, plays: [] }; ctx.redraw(); } });
  }
  return answered();
}

/** @param {string[]} one @param {string[]} other */
const same = (one, other) => one.length === other.length && [...one].sort().join() === [...other].sort().join();

/** @type {Record<string, (play: { take: string, build: number, value: number }) => string>} */
const WORDS = {
  capture: ({ take, build }) => (build && take ? t("Prendre la construction de {build} et {cards}", { build, cards: take }) : build ? t("Prendre la construction de {build}", { build }) : t("Prendre {cards}", { cards: take })),
  build: ({ take, value }) => t("Construire {value} avec {cards}", { value, cards: take }),
  add: ({ take, build }) => (take ? t("Ajouter à {build}, avec {cards}", { build, cards: take }) : t("Ajouter à la construction de {build}", { build })),
  raise: ({ take, build, value }) => (take ? t("Hausser {build} à {value}, avec {cards}", { build, value, cards: take }) : t("Hausser {build} à {value}", { build, value })),
  trail: () => t("Laisser sur la table"),
};

/** @param {PlayContext} ctx @param {CardPlay} play */
function playWords(ctx, play) {
  const take = play.take.map((name) => spoken(ctx.view, name)).join(" + ");
  return (WORDS[play.use] ?? (() => ctx.q.uses.find((one) => one.use === play.use)?.text ?? play.use))({ ...play, take });
}

/** @param {PlayContext} ctx @param {string} card @param {CardPlay} play */
const send = (ctx, card, play) => () => ctx.submit({ type: "CardPlayed", seat: ctx.q.seats[0], card, use: play.use, take: play.take, build: play.build, value: play.value });

/** The open cards and builds, as buttons. @param {PlayContext} ctx */
function layout(ctx) {
  const { take = [], build = 0 } = ctx.draft;
  const { table = [], builds = [] } = laid(ctx.view);
  /** @param {string} name */
  const toggle = (name) => () => ctx.set({ take: take.includes(name) ? take.filter((one) => one !== name) : [...take, name], value: null });
  /** @param {Build} one */
  const buildName = (one) => (one.multiple ? t("construction multiple de {value}, à {name}", { value: one.value, name: ctx.name(one.owner) }) : t("construction de {value}, à {name}", { value: one.value, name: ctx.name(one.owner) }));
  return h("div", { class: "cartes-table", role: "group", "aria-label": t("Les cartes de la table") },
    builds.map((one) => h("button", {
      class: "construction", "data-key": `build-${one.value}`, "aria-pressed": String(build === one.value), "aria-label": buildName(one), onclick: () => ctx.set({ build: build === one.value ? 0 : one.value, value: null }),
    }, h("b", null, n(one.value)), h("span", { class: "eventail" }, one.cards.map((name) => drawn(ctx.view, name))), one.multiple ? h("small", null, t("multiple")) : null)),
    table.map((name, i) => touch(ctx.view, name, toggle(name), { pressed: take.includes(name), key: `table-${name}-${i}` })),
    table.length || builds.length ? null : h("p", { class: "note" }, t("La table est vide.")));
}

/** @param {PlayContext} ctx */
function hand(ctx) {
  const mine = ctx.secrets.hand;
  /** @param {string} name */
  const choose = (name) => ctx.set({ card: name === ctx.draft.card ? null : name, value: null, ...(ctx.draft.card ? { take: [], build: 0 } : {}) }); // a new card drops the choices for the old one
  if (mine?.length && ctx.covered) return covered(mine.length);
  if (mine?.length) return h("div", { class: "cartes-main", role: "group", "aria-label": t("Ma main") }, mine.map((name, i) => touch(ctx.view, name, () => choose(name), { pressed: name === ctx.draft.card, key: `hand-${name}-${i}` })));
  if (ctx.draft.card) return h("div", { class: "cartes-main" }, drawn(ctx.view, ctx.draft.card), button(t("Une autre carte"), () => ctx.set({ card: null }), { key: "other-card" }));
  const { table = [], builds = [], seen = [] } = laid(ctx.view);
  const gone = new Set([...table, ...builds.flatMap((one) => one.cards), ...seen]); // on the table, or captured already
  return pad(ctx.view, ctx.q.names, (name) => (gone.has(name) ? ctx.tell(t("Cette carte est déjà sortie.")) : choose(name)), { impossible: (name) => gone.has(name), label: t("La carte jouée") });
}

/**
 * The legal plays of this card; with a selection on the table, only those that match it.
 * @param {PlayContext} ctx
 * @param {string} card
 */
function allowed(ctx, card) {
  const { take = [], build = 0, all = false } = ctx.draft;
  const found = proposals(ctx, card);
  if (found === null) return h("p", { class: "note" }, t("Un instant…"));
  const touched = take.length || build;
  const fit = touched ? found.filter((one) => same(one.take, take) && (!build || one.build === build)) : found;
  const some = all || touched ? fit : [...fit.filter((one) => one.use !== "trail").slice(0, SHOWN - 1), ...fit.filter((one) => one.use === "trail")];
  return [
    h("div", { class: "coups", role: "group", "aria-label": t("Coups possibles") }, some.map((play, i) => button(playWords(ctx, play), send(ctx, card, play), {
      key: `play-${play.use}-${play.take.join("")}-${play.build}-${play.value}`, kind: i === 0 && play.use !== "trail" && !ctx.before ? "bouton--plein" : "", pressed: ctx.isNow?.(play) }))),
    touched || found.some((one) => one.use === "trail") ? null // shown as not possible now; a touch shows the rule
      : button(t("Laisser sur la table"), send(ctx, card, { use: "trail", take: [], build: 0, value: 0 }), { key: "play-trail", kind: "bouton--impossible" }),
    some.length < fit.length ? button(t("D'autres coups"), () => ctx.set({ all: true }), { key: "all", kind: "bouton--sobre" }) : null,
    touched && !fit.length ? composed(ctx, card) : null,
  ];
}

const NEEDS_VALUE = ["build", "raise"];

/**
 * A play outside the proposals, entered by hand; the table may refuse it.
 * @param {PlayContext} ctx
 * @param {string} card
 */
function composed(ctx, card) {
  const { take = [], build = 0, use = "" } = ctx.draft;
  /** @param {CardUse} one */
  const pick = (one) => (NEEDS_VALUE.includes(one.use) ? () => ctx.set({ use: one.use })
    : send(ctx, card, { use: one.use, value: 0, ...(one.use === "trail" ? { take: [], build: 0 } : { take, build }) }));
  return h("div", { class: "empile" },
    h("p", { class: "note" }, t("Aucun coup permis avec ces cartes. Dites lequel, la règle répondra :")),
    h("div", { class: "boutons", role: "group", "aria-label": t("Ce que fait la carte") }, ctx.q.uses.map((one) => button(one.text, pick(one), { key: `use-${one.use}`, kind: "bouton--impossible", pressed: NEEDS_VALUE.includes(one.use) ? one.use === use : null }))),
    NEEDS_VALUE.includes(use) ? h("div", { class: "boutons valeurs", role: "group", "aria-label": t("Quelle valeur ?") }, Array.from({ length: 13 }, (_, i) => button(n(i + 1), send(ctx, card, { use, take, build: use === "raise" ? build : 0, value: i + 1 }), { key: `value-${i + 1}` }))) : null);
}

/** @satisfies {Renderer<PlayCardQuestion>} */
export const playCard = {
  wide: () => true,
  body: (ctx) => h("div", { class: "empile cartes-bloc cartes-coup" },
    layout(ctx),
    h("div", { class: "cartes-dessous" }, hand(ctx),
      ctx.covered && ctx.secrets.hand?.length ? h("p", { class: "note" }, t("Votre main est couverte : « Voir ma main » pour jouer.")) : ctx.draft.card ? h("div", { class: "empile" }, allowed(ctx, ctx.draft.card)) : h("p", { class: "note" }, ctx.secrets.hand?.length ? t("Touchez une carte de votre main.") : t("Touchez la carte qui est jouée.")))),
};

export { playCard as play_card }; // by the name of its kind of question
