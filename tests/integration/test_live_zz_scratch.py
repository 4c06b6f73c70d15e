import pytest
from tests.people import person
from tests.streams import Stream, cookies_of, run
@pytest.mark.django_db(transaction=True)
def test_x():
    c = cookies_of(person("dealer"))
    async def main():
        async with Stream("/nope/", c) as live:
            print(live.status); t=await live.end(); print("Some Body" in t)
    run(main)
    assert 1
