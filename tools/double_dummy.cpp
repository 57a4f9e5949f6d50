// What the browser calls of DDS: the twenty results of a deal, and the tricks after each opening lead.
//
// A deal is the 52 seats of the cards, spades first and the ace first, as `owners` of scoring/hands/layout.py has them.
// Strains are 0 to 4: spades, hearts, diamonds, clubs, no-trump. Seats are 0 to 3: North, East, South, West.
#include <cstring>

#include "dll.h"

namespace {
const int CARDS = 52, RANKS = 13, ACE = 14, MEGABYTES = 48;
const char SEATS[] = "NESW";
char owners[CARDS];
signed char tricks[DDS_STRAINS * DDS_HANDS];
signed char leads[CARDS];

void make_ready() {
  static bool is_ready = false;
  if (!is_ready) SetResources(MEGABYTES, 1);
  is_ready = true;
}

void deal_out(unsigned int hands[DDS_HANDS][DDS_SUITS]) {
  memset(hands, 0, sizeof(unsigned int) * DDS_HANDS * DDS_SUITS);
  for (int place = 0; place < CARDS; place++) {
    const char *seat = strchr(SEATS, owners[place]);
    if (owners[place] && seat) hands[seat - SEATS][place / RANKS] |= 1u << (ACE - place % RANKS);
  }
}
}  // namespace

extern "C" {
char *owners_at() { return owners; }
signed char *tricks_at() { return tricks; }
signed char *leads_at() { return leads; }

// Fills `tricks`, strain by strain. Returns 1, or an error code of DDS.
int solve_table() {
  ddTableDeal table;
  ddTableResults results;
  make_ready();
  deal_out(table.cards);
  const int code = CalcDDtable(table, &results);
  if (code != RETURN_NO_FAULT) return code;
  for (int strain = 0; strain < DDS_STRAINS; strain++)
    for (int seat = 0; seat < DDS_HANDS; seat++)
      tricks[DDS_HANDS * strain + seat] = results.resTable[strain][seat];
  return code;
}

// Fills `leads` with the tricks of the leader's side after each card that it may lead; -1 for the cards of others.
int solve_leads(int strain, int leader) {
  deal board;
  futureTricks found;
  make_ready();
  memset(&board, 0, sizeof board);
  memset(&found, 0, sizeof found);
  memset(leads, -1, sizeof leads);
  board.trump = strain;
  board.first = leader;
  deal_out(board.remainCards);
  const int code = SolveBoard(board, -1, 3, 1, &found, 0);
  if (code != RETURN_NO_FAULT) return code;
  for (int each = 0; each < found.cards; each++) {
    const int first = RANKS * found.suit[each];
    const int alike = found.equals[each] | 1 << found.rank[each];
    for (int rank = 2; rank <= ACE; rank++)
      if (alike & 1 << rank) leads[first + ACE - rank] = found.score[each];
  }
  return code;
}
}
