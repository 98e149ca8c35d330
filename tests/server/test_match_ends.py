"""How a match of several rounds ends on the server: with an agreed total, and won by most rounds."""

from openkub.server.store import Phase
from openkub.server.summary import Kept, known_of
from tests.page.tables import Story
from tests.server.inprocess import Guests, Serving
from tests.workshop.chance import token_of


def test_a_match_goes_on_until_a_player_has_the_agreed_total(server: Serving, guests: Guests) -> None:
    story = Story("Anna", "Bruno", rules="default rounds=none match_points=60 match_winner=rounds_won").dealt()
    while story.room.phase != Phase.OVER:
        if story.room.phase == Phase.BETWEEN:
            assert max(story.room.playing.match.totals) < 60
            story.happen(story.room.next_deal)
        story.advised(1)
    match = story.room.playing.match
    assert max(match.totals) >= 60
    kept = known_of(story.listings[-1], Kept)
    assert kept is not None
    assert kept.winners == match.ranking[0]
    story.put_down(server)
    anna = guests.guest()
    games = anna.http.get("/api/my/games", headers={"Authorization": f"Bearer {token_of('Anna')}"}).json()["games"]
    own = next(game for game in games if game["id"] == story.id)
    assert (own["winners"], own["totals"]) == (list(match.ranking[0]), list(match.totals))
