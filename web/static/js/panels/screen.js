// Settings of this screen: sound and rotation.

import { h } from "../dom.js";
import { pawn } from "../pieces.js";
import { panel } from "../dialog.js";
import { t } from "../words.js";
import { current } from "../live.js";
import { options, soundChoice } from "./sound.js";
import { sense, setSense } from "../turned.js";

const WAYS = /** @type {[string, string, string][]} */ ([["straight", t("Droit"), t("Comme maintenant, vers vous.")], ["over", t("Retourné"), t("De 180 degrés, vers l'autre côté.")], ["turn", t("Vers qui joue"), t("La page se retourne pour qui est en face.")]]);

export function openScreen() {
  panel(t("Cet écran"), (refresh) => {
    const { way, far } = sense();
    const seats = current().seats.filter((seat) => !seat.left);
    return [
      soundChoice(refresh),
      options(t("Le sens"), WAYS, way, (id) => { setSense({ way: id }); refresh(); }),
      way === "turn" ? h("div", { class: "qui-mise", role: "group", "aria-label": t("Qui est assis en face") }, h("span", { class: "note" }, t("Qui est en face ?")), seats.map((seat) => h("button", {
        class: "qui", "data-key": `far-${seat.id}`, "aria-pressed": String(far.includes(seat.id)),
        onclick: () => { setSense({ far: far.includes(seat.id) ? far.filter((id) => id !== seat.id) : [...far, seat.id] }); refresh(); },
      }, pawn(seat), h("span", null, seat.name)))) : null,
    ];
  }, { wide: true });
}
