// This screen alone: its sound, which way it is turned.

import { h } from "../dom.js";
import { pawn } from "../pieces.js";
import { panel } from "../dialog.js";
import { t } from "../words.js";
import { current } from "../live.js";
import { mode, setMode } from "../sound.js";
import { sense, setSense } from "../turned.js";

const SOUNDS = [["calls", t("Annonces"), t("« Faites vos jeux », les numéros, « servi ».")], ["mute", t("Muet"), t("Rien ne sonne ici.")], ["spoken", t("Tout dire"), t("Chaque coup et chaque question, pour qui ne voit pas l'écran.")]];
const WAYS = [["straight", t("Droit"), t("Comme maintenant, vers vous.")], ["over", t("Retourné"), t("De 180 degrés, vers l'autre côté.")], ["turn", t("Vers qui joue"), t("La page se retourne pour qui est en face.")]];

const choice = (title, list, value, set) => [h("h3", { class: "petit-titre" }, title), h("div", { class: "choix choix--trois", role: "group", "aria-label": title }, list.map(([id, name, about]) => h("button", {
  class: `option ${id === value ? "option--choisie" : ""}`, "data-key": `${title}-${id}`, "aria-pressed": String(id === value), onclick: () => set(id),
}, h("span", null, h("b", null, name), h("small", null, about)))))];

export function openScreen() {
  panel(t("Cet écran"), (refresh) => {
    const { way, far } = sense();
    const seats = (current()?.seats ?? []).filter((seat) => !seat.left);
    return [
      choice(t("Le son"), SOUNDS, mode(), (id) => { setMode(id); refresh(); }),
      choice(t("Le sens"), WAYS, way, (id) => { setSense({ way: id }); refresh(); }),
      way === "turn" ? h("div", { class: "qui-mise", role: "group", "aria-label": t("Qui est assis en face") }, h("span", { class: "note" }, t("Qui est en face ?")), seats.map((seat) => h("button", {
        class: "qui", "data-key": `far-${seat.id}`, "aria-pressed": String(far.includes(seat.id)),
        onclick: () => { setSense({ far: far.includes(seat.id) ? far.filter((id) => id !== seat.id) : [...far, seat.id] }); refresh(); },
      }, pawn(seat), h("span", null, seat.name)))) : null,
    ];
  }, { wide: true });
}
