"""The words of lists of members in the languages of the pages: headings, roles and statuses.

A list may use any of these languages: clubs get lists from other clubs and from federations.
"""

from collections.abc import Mapping
from unicodedata import combining, normalize

from clubscore.members.roles import Role

# Keys as `key_of` makes them: small letters without accents, `_` for blanks and hyphens, one apostrophe.
HEADINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "external_id": "id number member_number membership_number no no. member_no member_no. number_in_the_club",
        "first_name": "firstname forename given_name given_names",
        "last_name": "surname lastname family_name familyname",
        "name": "name_(both_in_one) full_name fullname member_name player_name names",
        "nickname": "name_at_the_table",
        "email": "e_mail mail email_address e_mail_address",
        "phone": "telephone mobile mobile_phone telephone_number phone_number",
        "joined_on": "joined date_joined member_since day_of_joining",
        "national_id": "number_of_the_federation federation_number",
        "note": "notes note_for_the_admins",
    },
    "de": {
        "external_id": "nummer nr nr. mitgliedsnummer mitgliedsnr mitgliedsnr. mitglieds_nr mitglieds_nr. "
        "mitglied_nr. nummer_im_club",
        "first_name": "vorname vornamen rufname",
        "last_name": "nachname familienname zuname",
        "name": "name_(in_einem_feld) vor_und_nachname vollstandiger_name spielername namen",
        "nickname": "spitzname name_am_tisch",
        "email": "e_mail_adresse emailadresse mailadresse",
        "phone": "telefon telefonnummer tel tel. handy handynummer mobil mobiltelefon mobilnummer rufnummer",
        "role": "rolle",
        "joined_on": "beitritt beitrittstag beitrittsdatum eintritt eintrittsdatum mitglied_seit dabei_seit",
        "national_id": "verbandsnummer nummer_des_verbands dbv_nummer dbv_nr dbv_nr.",
        "language": "sprache",
        "note": "notiz notizen bemerkung bemerkungen anmerkung notiz_fur_die_admins",
    },
    "fr": {
        "external_id": "numero n° numero_au_club numero_de_membre numero_d'adherent n°_d'adherent n°_adherent",
        "first_name": "prenom prenoms",
        "last_name": "nom_de_famille",
        "name": "nom nom_complet nom_et_prenom prenom_et_nom nom_prenom noms nom_(prenom_et_nom_ensemble)",
        "nickname": "surnom nom_a_la_table",
        "email": "courriel mel adresse_e_mail adresse_mail adresse_electronique",
        "phone": "tel telephone_portable portable mobile numero_de_telephone",
        "status": "statut",
        "joined_on": "adhesion date_d'adhesion entree date_d'entree membre_depuis adherent_depuis inscription "
        "date_d'inscription",
        "national_id": "licence n°_licence n°_de_licence numero_de_licence numero_de_la_federation n°_ffb",
        "language": "langue",
        "note": "remarque remarques commentaire note_pour_les_administrateurs",
    },
    "nl": {
        "external_id": "nummer nr lidnummer lidnr lidnr. lid_nr. nummer_in_de_club",
        "first_name": "voornaam voornamen roepnaam",
        "last_name": "achternaam familienaam",
        "name": "naam naam_(beide_in_een) volledige_naam naam_lid namen",
        "nickname": "bijnaam naam_aan_tafel",
        "email": "e_mailadres emailadres mailadres",
        "phone": "telefoon telefoonnummer mobiel mobiele_telefoon mobiel_nummer gsm",
        "role": "rol",
        "joined_on": "lid_sinds toetreding dag_van_toetreding datum_van_toetreding inschrijfdatum ingangsdatum",
        "national_id": "bondsnummer nbb_nummer nbb_nr nbb_nr.",
        "language": "taal",
        "note": "notitie notities opmerking opmerkingen notitie_voor_de_beheerders",
    },
}
ROLES: Mapping[str, Mapping[Role, str]] = {
    "de": {
        Role.WATCHER: "zuschauer zuschauerin",
        Role.PLAYER: "spieler spielerin",
        Role.SCORER: "schreiber schreiberin",
        Role.ADMIN: "administrator administratorin verwalter verwalterin",
    },
    "fr": {
        Role.WATCHER: "spectateur spectatrice",
        Role.PLAYER: "joueur joueuse",
        Role.SCORER: "marqueur marqueuse",
        Role.ADMIN: "administrateur administratrice",
    },
    "nl": {
        Role.WATCHER: "kijker toeschouwer",
        Role.PLAYER: "speler speelster",
        Role.SCORER: "schrijver schrijfster",
        Role.ADMIN: "beheerder beheerster",
    },
}
STATUSES: Mapping[str, Mapping[str, str]] = {
    "de": {
        "active": "aktiv aktives_mitglied",
        "guest": "gast",
        "former": "ehemalig ehemaliger ehemalige ehemaliges_mitglied ausgetreten",
    },
    "fr": {
        "active": "actif active",
        "guest": "invite invitee",
        "former": "ancien ancienne ancien_membre",
    },
    "nl": {"active": "actief", "guest": "gast", "former": "oud_lid voormalig"},
}


def plain_key(text: str) -> str:
    """A key that is equal for words that differ only in accents, case, hyphens or blanks: `Prénom` and `PRENOM`."""
    letters = normalize("NFKD", text.replace("’", "'")).lower()
    words = (
        "".join(letter for letter in letters if not combining(letter))
        .replace("-", " ")
        .replace("_", " ")
    )
    return "_".join(words.split())


def _by_word(tables: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {
        word: meaning
        for table in tables.values()
        for meaning, words in table.items()
        for word in words.split()
    }


HEADING_MEANINGS = _by_word(HEADINGS)
_ROLES = {role.value: role for role in Role} | {
    word: role
    for table in ROLES.values()
    for role, words in table.items()
    for word in words.split()
}
_STATUSES = {status: status for status in ("active", "guest", "former")} | _by_word(
    STATUSES
)


def role_named(cell: str) -> Role | None:
    """The role that a cell names, in any of the languages; None for other words."""
    return _ROLES.get(plain_key(cell))


def status_named(cell: str) -> str | None:
    """The status in a cell in any language: `active`, `guest` or `former`; None for other words."""
    return _STATUSES.get(plain_key(cell))
