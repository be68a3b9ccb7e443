// "Anna lance deux dés": slots for the requested dice, filled by the eye or by touch; touch dice to keep them.

import { h } from "../dom.js";
import { button, die, emptyDie, facesOf, unless } from "../pieces.js";
import { faceWords, t, tn, unavailable } from "../words.js";
import { photoButton } from "./photo.js";
import { terms } from "./terms.js";
import { chosen, who } from "./who.js";

/** @typedef {ReturnType<typeof plan>} Plan */

/** The kept dice, the dice to throw, and the entered ones. @param {ThrowQuestion} q @param {Draft} draft */
export function plan(q, draft) {
  const lying = q.lying ?? null;
  /** @param {number[]} dice */
  const start = (dice) => {
    const wanted = [...(q.kept ?? q.must_keep)];
    return dice.map((value) => {
      const at = wanted.indexOf(value);
      if (at >= 0) wanted.splice(at, 1);
      return at >= 0;
    });
  };
  const kept = lying ? draft.kept ?? start(lying) : [];
  const parts = terms(q.dice);
  const thrown = lying ? kept.filter((k) => !k).length : null;
  if (thrown !== null) parts[0] = { ...parts[0], least: thrown, most: thrown };
  const dice = draft.dice ?? [];
  /** @param {Term} part */
  const count = (part) => dice.filter((d) => fits(d, part)).length;
  return {
    lying, kept, parts, dice, thrown,
    keptValues: lying ? lying.filter((_, i) => kept[i]) : null,
    exact: parts.every((part) => part.least === part.most),
    complete: parts.every((part) => count(part) >= part.least && count(part) <= part.most),
    room: (/** @type {Term} */ part) => count(part) < part.most,
  };
}

/** @param {DrawnDie} one @param {Term} part */
const fits = (one, part) => one.kind === part.kind && (part.colour === null || one.colour === part.colour);

/** @param {Term[]} parts */
const least = (parts) => parts.reduce((sum, part) => sum + part.least, 0);

/** @param {Plan} p */
function missing(p) {
  const number = least(p.parts) - p.dice.length;
  return tn("Il manque un dé.", "Il manque {n} dés.", number, { n: number });
}

/** The slots of the dice: entered ones, then missing ones. @param {QuestionContext<ThrowQuestion>} ctx @param {Plan} p */
function places(ctx, p) {
  const shown = p.dice.map((one, i) => h("button", {
    class: "place", "data-key": `place-${i}`, "aria-label": t("Retirer le {face}", { face: faceWords(one) }),
    onclick: () => ctx.set({ dice: p.dice.filter((_, j) => j !== i) }),
  }, die(one)));
  const missing = p.parts.flatMap((part, at) => {
    const have = p.dice.filter((d) => fits(d, part)).length;
    const most = at === 0 && p.lying ? p.lying.length : part.most; // room for every die that could be thrown
    return Array.from({ length: Math.max(0, most - have) }, (_, i) => h("span", { class: i < part.least - have ? "" : "absent" }, emptyDie(part.kind)));
  });
  return h("div", { class: "attendus" }, shown, missing);
}

/** The controls beside the dice; the first entered die exchanges them for others. @param {QuestionContext<ThrowQuestion>} ctx */
export function side(ctx) {
  const p = plan(ctx.q, ctx.draft);
  const eye = ctx.view.camera;
  const thrown = eye?.button || (eye?.throws && !p.lying);
  const reads = (eye?.source ?? "none") !== "none";
  const send = () => ctx.submit({ type: "DiceThrown", seat: chosen(ctx), dice: p.dice, kept: p.keptValues });
  const announce = async () => {
    const done = await ctx.submit({ type: "DiceKept", seat: chosen(ctx), kept: p.keptValues });
    if (done && ctx.view.camera?.throws) ctx.look(done.number);
  };
  const lead = ctx.view.questions.some((q) => q.kind === "stand" && q.made) ? "" : "bouton--plein"; // with a made 421, another throw is not recommended
  const before = [
    p.lying && p.thrown === 0 && ctx.q.empty ? button(t("Garder les trois dés"), send, { kind: "bouton--plein", key: "send" }) : null,
    p.lying && reads && p.thrown ? button(tn("Relancer un dé", "Relancer {n} dés", p.thrown, { n: p.thrown }), announce, { kind: lead, key: "announce" }) : null,
    thrown && !(p.lying && ctx.padOpen) ? button(t("Lancer"), () => ctx.look(), { kind: "bouton--plein bouton--grand", key: "look" }) : null,
    ctx.padOpen || (thrown && !ctx.me) ? null : button(t("Saisir les dés"), ctx.openPad, { key: "pad" }),
    eye?.photographs && (!p.lying || p.thrown) ? photoButton(p.keptValues, { brief: Boolean(p.lying) && !ctx.me }) : null,
  ];
  return [
    h("div", { class: "attendus-bord" }, places(ctx, p)),
    h("div", { class: "relais" }, h("div", { class: p.dice.length ? "absent" : "" }, before),
      ctx.padOpen ? h("div", { class: p.dice.length ? "" : "absent" },
        button(t("Effacer"), () => ctx.set({ dice: [] }), { key: "clear" }),
        unless(!p.complete && missing(p), ctx.tell, t("Valider {dice}", { dice: p.dice.map(faceWords).join(" · ") }), send, { kind: `${lead} bouton--valider`, key: p.dice.length ? "send" : "send-later" })) : null),
  ];
}

/** The lying dice as buttons. @param {QuestionContext<ThrowQuestion>} ctx @param {Plan} p */
export function keepers(ctx, p) {
  if (!p.lying) return null;
  const must = [...(ctx.q.must_keep ?? [])];
  return h("div", { class: "des-garder", role: "group", "aria-label": t("Dés à garder") }, p.lying.map((value, i) => {
    const at = must.indexOf(value);
    const fixed = at >= 0 && p.kept[i];
    if (fixed) must.splice(at, 1);
    return h("button", {
      class: `choix-de ${fixed ? "choix-de--fixe" : ""}`, "data-key": `keep-${i}`, "aria-pressed": String(p.kept[i]),
      onclick: () => (fixed ? ctx.tell(t("Ce dé se garde : c'est la règle.")) : ctx.set({ kept: p.kept.map((k, j) => (j === i ? !k : k)), dice: [] })),
    }, die({ kind: "d6", value }), h("span", null, p.kept[i] ? tn("gardé", "gardés", 1) : t("à relancer")));
  }));
}

/** @param {QuestionContext<ThrowQuestion>} ctx @param {Plan} p */
function faces(ctx, p) {
  return p.parts.map((part) => {
    const full = !p.room(part);
    const entered = tn("Ce dé est entré : touchez-le dans sa place pour le retirer.", "Ces dés sont entrés : touchez-en un dans sa place pour le retirer.", part.most, {});
    /** @param {FaceValue} value */
    const tap = (value) => () => {
      const dice = [...p.dice, { kind: part.kind, value, ...(part.colour ? { colour: part.colour } : {}) }];
      ctx.set({ dice });
      const now = plan(ctx.q, { ...ctx.draft, dice });
      if (!p.lying && now.exact && now.complete) ctx.submit({ type: "DiceThrown", seat: chosen(ctx), dice, kept: null }); // nothing is left to enter
    };
    return h("div", { class: `faces faces--${part.kind}`, role: "group", "aria-label": part.kind === "d6" ? t("Dé") : part.kind === "d10" ? t("Dé à dix faces") : t("Dé bicolore") },
      facesOf(part.kind).map((value) => h("button", {
        class: `face-touche ${full ? "face-touche--impossible" : ""}`, "data-key": `face-${part.kind}-${part.colour}-${value}`, onclick: full ? () => ctx.tell(entered) : tap(value),
        "aria-label": full ? unavailable(faceWords({ kind: part.kind, value })) : faceWords({ kind: part.kind, value }),
      }, part.kind === "d10" ? String(value) : die({ kind: part.kind, value, colour: part.colour }))));
  });
}

/** @param {QuestionContext<ThrowQuestion>} ctx */
export function body(ctx) {
  const p = plan(ctx.q, ctx.draft);
  if (!ctx.padOpen && !p.lying) return null;
  const number = p.thrown ?? least(p.parts);
  return h("div", { class: "saisie-des" },
    ctx.padOpen ? who(ctx, { label: t("Qui lance") }) : null,
    keepers(ctx, p),
    p.lying ? h("p", { class: "note" }, p.kept.some(Boolean) && number ? tn("Un dé à lancer.", "{n} dés à lancer.", number, { n: number }) : number || ctx.q.empty ? t("Toucher d'abord les dés qui restent sur la table.") : t("Tout est gardé : toucher un dé à relancer.")) : null,
    ctx.padOpen ? h("div", { class: `toutes-faces ${number > 0 ? "" : "absent"}` }, faces(ctx, p)) : null);
}

/** @satisfies {Renderer<ThrowQuestion>} */
export default { side, body };
