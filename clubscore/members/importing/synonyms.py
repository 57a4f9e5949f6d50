"""The words of lists of members in the languages of the pages: headings, roles and statuses.

A list may use any of these languages: clubs get lists from other clubs, from federations and from other programs.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar
from unicodedata import combining, normalize

from clubscore.members.roles import Role

T = TypeVar("T")

# Keys as `plain_key` makes them. They are compared by their letters: `e_mail` also stands for `email` and `E-Mail`.
HEADINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "external_id": "number no club_id club_no club_number member_number membership_number member_no "
        "membership_no member_# number_in_the_club",
        "first_name": "first first_names forename forenames given_name given_names",
        "last_name": "last surname second_name family_name",
        "surname_prefix": "before_the_surname surname_prefix name_prefix",
        "name": "name_(both_in_one) full_name member_name player_name names",
        "surname_first": "name_(surname_first) surname_first_name surname_forename last_name_first_name last_first",
        "nickname": "name_at_the_table known_as preferred_name",
        "email": "mail email_address email_1 primary_email",
        "phone": "telephone telephone_number phone_number phone_no mobile mobile_phone mobile_number mobile_no mob "
        "mobile_tel cell cell_phone cell_number home_phone phone_home tel_home tel_mobile home_telephone "
        "telephone_home phone_1 phone_2 telephone_1 telephone_2",
        "status": "membership_status member_status",
        "joined_on": "join join_date joining_date joined date_joined date_of_joining member_since day_of_joining "
        "membership_start",
        "national_id": "number_of_the_federation federation_number federation_no national_id_number national_number "
        "national_no ebu ebu_no ebu_number ebu_id sbu sbu_no sbu_number wbu wbu_no wbu_number nibu_no "
        "nibu_number cbai_no cbai_number acbl acbl_no acbl_number acbl_# acbl_id abf abf_no abf_number "
        "nzb_no nzb_number",
        "note": "notes comment comments note_for_the_admins",
    },
    "de": {
        "external_id": "nummer nr mitgliedsnummer mitgliedsnr mitglieds_nr mitglied_nr mitgl_nr nummer_im_club "
        "vereinsnummer",
        "first_name": "vorname vornamen rufname",
        "last_name": "nachname familienname zuname",
        "surname_prefix": "vor_dem_nachnamen namenszusatz namensvorsatz vorsatzwort",
        "name": "name_(in_einem_feld) vor_und_nachname vollstandiger_name spielername namen",
        "surname_first": "name_(nachname_zuerst) name_vorname nachname_vorname",
        "nickname": "spitzname name_am_tisch",
        "email": "e_mail_adresse mailadresse",
        "phone": "telefon telefonnummer tel tel_nr handy handynummer mobil mobiltelefon mobilnummer rufnummer festnetz "
        "telefon_privat telefon_mobil tel_privat telefon_1 telefon_2",
        "role": "rolle",
        "status": "mitgliedsstatus mitgliederstatus",
        "joined_on": "beitritt beitrittstag beitrittsdatum eintritt eintritt_am eintrittsdatum aufnahme aufnahmedatum "
        "mitglied_seit mitglied_ab dabei_seit",
        "national_id": "verbandsnummer verbands_nr nummer_des_verbands dbv dbv_nummer dbv_nr dbv_mitgliedsnummer "
        "dbv_mitglieds_nr obv_nr obv_nummer fsb_nr",
        "language": "sprache",
        "note": "notiz notizen bemerkung bemerkungen anmerkung anmerkungen notiz_fur_die_admins",
    },
    "fr": {
        "external_id": "numero n° numero_au_club n°_au_club numero_de_membre n°_membre numero_d'adherent "
        "numero_adherent n°_d'adherent n°_adherent",
        "first_name": "prenom prenoms prenom_usuel",
        "last_name": "nom_de_famille nom_d'usage nom_usuel",
        "surname_prefix": "avant_le_nom_de_famille particule",
        "name": "nom nom_complet prenom_et_nom prenom_nom noms nom_(prenom_et_nom_ensemble)",
        "surname_first": "nom_(nom_de_famille_d'abord) nom_et_prenom nom_prenom",
        "nickname": "surnom nom_a_la_table",
        "email": "courriel mel mel_1 adresse_e_mail adresse_mail adresse_electronique",
        "phone": "tel_portable tel_fixe tel_mobile tel_domicile tel_1 tel_2 telephone_portable telephone_fixe "
        "telephone_mobile telephone_domicile portable numero_de_telephone",
        "status": "statut",
        "joined_on": "adhesion date_adhesion date_d'adhesion entree date_d'entree membre_depuis adherent_depuis "
        "inscription date_d'inscription premiere_adhesion",
        "national_id": "licence n°_licence n°_de_licence num_licence numero_licence numero_de_licence no_licence "
        "licence_ffb numero_de_la_federation n°_ffb numero_ffb",
        "language": "langue",
        "note": "remarque remarques commentaire commentaires note_pour_les_administrateurs",
    },
    "nl": {
        "external_id": "lidnummer lidnr lid_nr lid_nummer nummer_in_de_club clubnummer",
        "first_name": "voornaam voornamen roepnaam",
        "last_name": "achternaam familienaam",
        "surname_prefix": "tussenvoegsel tussenvoegsels tussenv voorvoegsel voorvoegsels voor_de_achternaam",
        "name": "naam naam_(beide_in_een) volledige_naam naam_lid namen",
        "surname_first": "naam_(achternaam_eerst) achternaam_voornaam naam_voornaam",
        "nickname": "bijnaam naam_aan_tafel",
        "email": "e_mailadres mailadres",
        "phone": "telefoon telefoonnummer telefoonnr mobiel mobiele_telefoon mobiel_nummer mobiele_nummer gsm "
        "telefoon_mobiel telefoon_vast telefoon_thuis telefoon_prive telefoon_1 telefoon_2",
        "role": "rol",
        "status": "lidstatus",
        "joined_on": "lid_sinds lid_vanaf lidmaatschap_vanaf toetreding dag_van_toetreding datum_van_toetreding "
        "inschrijfdatum ingangsdatum aanmelddatum",
        "national_id": "bondsnummer bondsnr bondslidnummer nbb nbb_nummer nbb_nr nbb_lidnummer nbb_lidnr vbl_nummer",
        "language": "taal",
        "note": "notitie notities opmerking opmerkingen notitie_voor_de_beheerders",
    },
}
# Headings that have this meaning only if no other column of the list has it.
SECOND_CHOICES: Mapping[str, str] = {
    # Numbers that a program gives its own rows.
    "external_id": "id pid member_id player_id",
    # ACBL writes "player number"; other programs call their own number so.
    "national_id": "player_number player_no player_#",
    # The kind of membership: each club has its own kinds.
    "status": "club_status club_member membership_type member_type membership_category member_category type_of_member "
    "mitgliedsart mitgliedschaft art_der_mitgliedschaft mitgliedstyp type_de_membre type_d'adherent type_adherent "
    "categorie_de_membre lidsoort soort_lid lidmaatschap soort_lidmaatschap type_lid",
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
    "en": {
        "active": "member active_member full full_member ordinary ordinary_member paid paid_up current life "
        "life_member honorary honorary_member honourary_member junior junior_member youth_member student "
        "student_member social social_member associate associate_member online country grace yes y",
        "guest": "visitor visiting guest_member non_member temporary_member no n",
        "former": "former_member lapsed inactive left resigned ex_member past_member expired held deceased rip",
    },
    "de": {
        "active": "aktiv aktives_mitglied mitglied vollmitglied ordentliches_mitglied ordentlich erstmitglied "
        "zweitmitglied hauptmitglied ehrenmitglied jugendmitglied jugendlicher fordermitglied passiv "
        "passives_mitglied",
        "guest": "gast gastspieler gastspielerin gastmitglied kein_mitglied nichtmitglied besucher",
        "former": "ehemalig ehemaliger ehemalige ehemaliges_mitglied ausgetreten inaktiv gekundigt verstorben",
    },
    "fr": {
        "active": "actif active membre membre_actif membre_active adherent adherente licencie licenciee honoraire "
        "membre_honoraire membre_d'honneur jeune etudiant etudiante",
        "guest": "invite invitee visiteur visiteuse de_passage non_membre non_adherent",
        "former": "ancien ancienne ancien_membre inactif inactive demissionnaire radie radiee parti partie decede "
        "decedee",
    },
    "nl": {
        "active": "actief lid clublid gewoon_lid volledig_lid hoofdlid erelid jeugdlid proeflid aspirant_lid dubbellid",
        "guest": "gast gastlid gastspeler introducee bezoeker geen_lid niet_lid",
        "former": "oud_lid ex_lid voormalig voormalig_lid inactief opgezegd uitgeschreven overleden",
    },
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


def letters_of(text: str) -> str:
    """The letters, digits, `#` and `°` of a word, without accents and in small letters.

    Headings and values are compared by it: `Member No.`, `MEMBER_NO` and `MemberNo` become `memberno`.
    """
    return "".join(
        letter for letter in plain_key(text) if letter.isalnum() or letter in "#°"
    )


def _by_word(tables: Iterable[Mapping[T, str]]) -> dict[str, T]:
    """The meaning of each word, by the letters of the word."""
    return {
        letters_of(word): meaning
        for table in tables
        for meaning, words in table.items()
        for word in words.split()
    }


_STRONG_HEADINGS = _by_word(HEADINGS.values())
_WEAK_HEADINGS = _by_word([SECOND_CHOICES])
HEADING_MEANINGS = _WEAK_HEADINGS | _STRONG_HEADINGS
_ROLES = {role.value: role for role in Role} | _by_word(ROLES.values())
_STATUSES = {status: status for status in ("active", "guest", "former")} | _by_word(
    STATUSES.values()
)


def is_second_choice(heading: str) -> bool:
    """True if another column with the same meaning goes before a column with this heading."""
    return letters_of(heading) in _WEAK_HEADINGS


def role_named(cell: str) -> Role | None:
    """The role that a cell names, in any of the languages; None for other words."""
    return _ROLES.get(letters_of(cell))


def status_named(cell: str) -> str | None:
    """The status in a cell in any language: `active`, `guest` or `former`; None for other words."""
    return _STATUSES.get(letters_of(cell))
