#!/usr/bin/env python3
"""Uses mocks of vendors' published documents by the vendors' and others' SDKs: creates, reads, lists, pages, updates and deletes with the SDKs' own objects.

usage: use_sdks.py COUNTERPART CORPUS [SDK]...

The documents are served as they are, without a mock.yaml. Fails where a step fails that is not among EXCLUDED, and where one of those does not.
"""
import concurrent.futures
import contextlib
import logging
import pathlib
import sys
import time
import traceback
import warnings

from served import mock

# Steps that fail, each with its reason. One that succeeds does not belong here.
NO_PATH = "the document says that `next_page_uri` is a URI; the SDK takes it for a path and sets the host's address before it"
EXCLUDED = {
    "twilio: page message": NO_PATH,
    "twilio: page call": NO_PATH,
    "twilio: page conference": NO_PATH,
    "spotipy: tracks of a playlist": "the SDK sends a list as the body, and the document takes an object alone",
    "github3: edit an issue": "it wants `body_html`, which the schema of an issue does not promise",
    "github3: comments": "it wants `body_html`, which the schema of a comment does not promise",
    "github3: gists": "it wants `raw_url` of each file, which the schema of a gist does not promise",
}
outcomes = []
warnings.simplefilter("ignore")
logging.disable()


@contextlib.contextmanager
def step(sdk, name):
    """What stands in it is one step; the steps after it are taken whether it succeeds or not."""
    try:
        yield
        outcomes.append((f"{sdk}: {name}", None))
    except Exception as error:
        told = traceback.extract_tb(error.__traceback__)
        own = [frame.lineno for frame in told if frame.filename == __file__]
        outcomes.append((f"{sdk}: {name}", f"line {own[-1]}: {type(error).__name__}: {str(error)[:600]}"))


def same(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def within(element, all_):
    assert element in all_, f"{element!r} is not in {all_!r}"


def without(element, all_):
    assert element not in all_, f"{element!r} is still in {all_!r}"


@contextlib.contextmanager
def routed(host, url):
    """What goes to a vendor's host by `requests` goes to the mock: links in answers lead there, and some SDKs know no other address."""
    import requests
    send = requests.adapters.HTTPAdapter.send

    def reroute(self, request, **options):
        if request.url.startswith(host):
            request.url = url + request.url.removeprefix(host).removeprefix(":443")
        return send(self, request, **options)

    requests.adapters.HTTPAdapter.send = reroute
    try:
        yield
    finally:
        requests.adapters.HTTPAdapter.send = send


def several(all_):
    all_ = list(all_)
    assert len(all_) > 1 and len(set(all_)) == len(all_), f"{all_!r} are not several that differ"
    return all_


def distinct(all_):
    all_ = list(all_)
    assert all_ and len(set(all_)) == len(all_), f"{all_!r} are none, or not all others"
    return all_


def refused(error, call, status, of=lambda error: error.status):
    try:
        call()
    except error as told:
        same(of(told), status)
    else:
        raise AssertionError(f"it was not refused with {status}")


def use_stripe(url):
    import stripe
    stripe.api_base, stripe.api_key, stripe.max_network_retries = url, "sk_test_a1b2c3d4", 0
    sdk = "stripe"
    kinds = [
        # Class, what it is made with, what it is changed to, whether it can be deleted, how one is recognised.
        (stripe.Customer, {"email": "anna@shop.example", "name": "Anna", "metadata": {"order": "6735"}, "preferred_locales": ["en", "de"]}, {"name": "Anna B."}, True),
        (stripe.Product, {"name": "Court Classic", "metadata": {"size": "42"}}, {"name": "Court"}, True),
        (stripe.Coupon, {"percent_off": 25, "duration": "once"}, {"metadata": {"for": "spring"}}, True),
        (stripe.Plan, {"amount": 1200, "currency": "usd", "interval": "month", "product": "prod_1"}, {"metadata": {"tier": "1"}}, True),
        (stripe.Price, {"unit_amount": 2000, "currency": "usd", "recurring": {"interval": "month"}, "product": "prod_1"}, {"nickname": "monthly"}, False),
        (stripe.PaymentIntent, {"amount": 1099, "currency": "eur", "payment_method_types": ["card"]}, {"description": "Order 6735"}, False),
        (stripe.SetupIntent, {"payment_method_types": ["card"]}, {"description": "Card on file"}, False),
        (stripe.Invoice, {"customer": "cus_1", "description": "April"}, {"description": "May"}, True),
        (stripe.InvoiceItem, {"customer": "cus_1", "amount": 500, "currency": "usd"}, {"description": "Shipping"}, True),
        (stripe.Refund, {"charge": "ch_1", "amount": 100}, {"metadata": {"why": "broken"}}, False),
        (stripe.Charge, {"amount": 2000, "currency": "usd", "source": "tok_visa"}, {"description": "Sneakers"}, False),
        (stripe.TaxRate, {"display_name": "VAT", "percentage": 19, "inclusive": True}, {"display_name": "VAT DE"}, False),
        (stripe.PromotionCode, {"coupon": "co_1", "code": "SPRING"}, {"active": False}, False),
        (stripe.Subscription, {"customer": "cus_1", "items": [{"price": "price_1"}]}, {"metadata": {"tier": "1"}}, True),
        (stripe.WebhookEndpoint, {"url": "https://shop.example/hooks", "enabled_events": ["charge.failed", "charge.succeeded"]}, {"url": "https://shop.example/hook"}, True),
        (stripe.Account, {"type": "custom", "country": "US", "email": "bo@shop.example"}, {"email": "bo@corp.example"}, True),
        (stripe.PaymentMethod, {"type": "card", "card": {"number": "4242424242424242", "exp_month": 8, "exp_year": 2030, "cvc": "314"}}, {"metadata": {"order": "1"}}, False),
        (stripe.ApplePayDomain, {"domain_name": "shop.example"}, None, True),
        (stripe.SubscriptionSchedule, {"customer": "cus_1"}, {"metadata": {"tier": "1"}}, False),
        (stripe.Topup, {"amount": 2000, "currency": "usd", "description": "Top-up"}, {"description": "More"}, False),
        (stripe.Transfer, {"amount": 400, "currency": "usd", "destination": "acct_1"}, {"description": "Share"}, False),
        (stripe.Payout, {"amount": 1100, "currency": "usd"}, {"metadata": {"week": "12"}}, False),
        (stripe.ShippingRate, {"display_name": "Ground", "type": "fixed_amount", "fixed_amount": {"amount": 500, "currency": "usd"}}, {"metadata": {"zone": "1"}}, False),
        (stripe.terminal.Location, {"display_name": "HQ", "address": {"line1": "1 Main St", "country": "US", "city": "SF", "postal_code": "94111", "state": "CA"}}, {"display_name": "HQ 2"}, True),
        (stripe.radar.ValueList, {"alias": "vips", "name": "VIPs", "item_type": "email"}, {"name": "VIP"}, True),
    ]
    for kind, with_, changes, deletes in kinds:
        name, made = kind.OBJECT_NAME, None
        asked = {"type": "card"} if kind is stripe.PaymentMethod else {}
        with step(sdk, f"create {name}"):
            made = kind.create(**with_)
            assert isinstance(made, kind) and made.id, made
            for key, value in with_.items():
                if isinstance(value, (str, int)) and key in made and key not in ("product", "source", "coupon", "customer", "charge", "destination"):
                    same(made[key], value)
        if not made:
            continue
        with step(sdk, f"retrieve {name}"):
            same(kind.retrieve(made.id), made)
        with step(sdk, f"list {name}"):
            listed = kind.list(limit=100, **asked)
            same(listed.has_more, False)
            within(made.id, distinct(one.id for one in listed))
            assert all(isinstance(one, kind) for one in listed), listed
        with step(sdk, f"page {name}"):
            same([one.id for one in kind.list(limit=2, **asked).auto_paging_iter()], [one.id for one in kind.list(limit=100, **asked)])
        if changes:
            with step(sdk, f"modify {name}"):
                changed = kind.modify(made.id, **changes)
                again = kind.retrieve(made.id)
                for key, value in changes.items():
                    same(changed[key], value)
                    same(again[key], value)
        if deletes:
            with step(sdk, f"delete {name}"):
                gone = made.delete()
                same(gone.id, made.id)
                without(made.id, [one.id for one in kind.list(limit=100)])
    with step(sdk, "save a customer"):
        customer = stripe.Customer.create(name="Carl")
        customer.description = "Buys shoes"
        customer.save()
        same(stripe.Customer.retrieve(customer.id).description, "Buys shoes")
        same(stripe.Customer.retrieve(customer.id).name, "Carl")
    with step(sdk, "filter customers by email"):
        stripe.Customer.create(email="only@shop.example")
        same([one.email for one in stripe.Customer.list(email="only@shop.example")], ["only@shop.example"])
    with step(sdk, "filter by a range of time"):
        assert len(stripe.Charge.list(created={"gte": 0}).data) > 1
    with step(sdk, "expand"):
        assert stripe.Charge.list(expand=["data.customer"], limit=3).data
    with step(sdk, "empty metadata in a form"):
        customer = stripe.Customer.create(name="Dora", metadata={"a": "1"})
        stripe.Customer.modify(customer.id, metadata="")
    with step(sdk, "tax ids of a customer"):
        customer = stripe.Customer.create(name="Eve")
        tax = stripe.Customer.create_tax_id(customer.id, type="eu_vat", value="DE123456789")
        within(tax.id, [one.id for one in stripe.Customer.list_tax_ids(customer.id)])
        same(stripe.Customer.retrieve_tax_id(customer.id, tax.id).value, "DE123456789")
        same(stripe.Customer.delete_tax_id(customer.id, tax.id).deleted, True)
        without(tax.id, [one.id for one in stripe.Customer.list_tax_ids(customer.id)])
    with step(sdk, "confirm and cancel a payment"):
        intent = stripe.PaymentIntent.create(amount=500, currency="usd")
        same(intent.confirm(payment_method="pm_card_visa").id, intent.id)
        same(intent.cancel().id, intent.id)
    with step(sdk, "reversals of a transfer"):
        transfer = stripe.Transfer.create(amount=400, currency="usd", destination="acct_1")
        reversal = stripe.Transfer.create_reversal(transfer.id, amount=100)
        within(reversal.id, [one.id for one in stripe.Transfer.list_reversals(transfer.id)])
    with step(sdk, "items of a subscription"):
        item = stripe.SubscriptionItem.create(subscription="sub_1", price="price_1", quantity=2)
        same(stripe.SubscriptionItem.modify(item.id, quantity=3).quantity, 3)
        within(item.id, [one.id for one in stripe.SubscriptionItem.list(subscription="sub_1")])
        same(item.delete().deleted, True)
    with step(sdk, "pay, void and finalize an invoice"):
        invoice = stripe.Invoice.create(customer="cus_1")
        same(invoice.finalize_invoice().id, invoice.id)
        same(invoice.pay().id, invoice.id)
    with step(sdk, "balance"):
        assert stripe.Balance.retrieve().available
    with step(sdk, "events"):
        several(one.id for one in stripe.Event.list())
    with step(sdk, "a customer who is not there"):
        gone = stripe.Customer.create(name="Fay")
        gone.delete()
        try:
            assert stripe.Customer.retrieve(gone.id).deleted
        except stripe.error.InvalidRequestError as error:
            same(error.http_status, 404)
    with step(sdk, "a request that breaks the contract"):
        refused(stripe.error.InvalidRequestError, lambda: stripe.PaymentIntent.create(amount="much", currency="usd"), 400, lambda error: error.http_status)


def use_pygithub(url):
    import github
    options = {"base_url": url, "auth": github.Auth.Token("ghp_a1b2c3"), "retry": None, "seconds_between_requests": None, "seconds_between_writes": None}
    hub = github.Github(per_page=100, **options)
    sdk = "pygithub"
    repository = issue = None
    with step(sdk, "who asks"):
        assert hub.get_user().login
    with step(sdk, "get a repository"):
        repository = hub.get_repo("octocat/Hello-World")
        assert repository.full_name and repository.owner.login
    repository = repository or hub.get_repo("octocat/Hello-World", lazy=True)
    with step(sdk, "create a repository"):
        made = hub.get_user().create_repo("sneakers", description="Shoes", private=True)
        same((made.name, made.description, made.private), ("sneakers", "Shoes", True))
        within("sneakers", [one.name for one in hub.get_user().get_repos()])
    with step(sdk, "create an issue"):
        issue = repository.create_issue("It rains", body="Since Monday", labels=["bug"])
        same((issue.title, issue.body), ("It rains", "Since Monday"))
        assert issue.number and issue.state == "open", issue
    if issue:
        with step(sdk, "get an issue"):
            same(repository.get_issue(issue.number).title, "It rains")
        with step(sdk, "list issues"):
            within(issue.number, several(one.number for one in repository.get_issues(state="all")))
        with step(sdk, "edit an issue"):
            issue.edit(title="It pours", state="closed")
            again = repository.get_issue(issue.number)
            same((again.title, again.state, again.body), ("It pours", "closed", "Since Monday"))
        with step(sdk, "comments of an issue"):
            comment = issue.create_comment("An umbrella")
            same(comment.body, "An umbrella")
            within(comment.id, [one.id for one in issue.get_comments()])
            comment.edit("Two umbrellas")
            same(issue.get_comment(comment.id).body, "Two umbrellas")
            comment.delete()
            without(comment.id, [one.id for one in issue.get_comments()])
        with step(sdk, "labels of an issue"):
            issue.add_to_labels("weather")
            assert [one.name for one in issue.get_labels()]
        with step(sdk, "lock an issue"):
            issue.lock("resolved")
            issue.unlock()
        with step(sdk, "reactions"):
            issue.create_reaction("heart")
    with step(sdk, "page through issues"):
        small = github.Github(per_page=2, **options)
        paged = [one.number for one in small.get_repo("octocat/Hello-World", lazy=True).get_issues(state="all")]
        same(paged, [one.number for one in repository.get_issues(state="all")])
    with step(sdk, "labels of a repository"):
        label = repository.create_label("weather", "00ff00", "Rain and sun")
        same((label.name, label.color), ("weather", "00ff00"))
        within("weather", [one.name for one in repository.get_labels()])
        label.edit("climate", "ff0000")
        same(repository.get_label("climate").color, "ff0000")
        repository.get_label("climate").delete()
        without("climate", [one.name for one in repository.get_labels()])
    with step(sdk, "milestones"):
        milestone = repository.create_milestone("Spring", description="Shoes")
        within(milestone.number, [one.number for one in repository.get_milestones()])
        milestone.edit("Summer")
        same(repository.get_milestone(milestone.number).title, "Summer")
        milestone.delete()
        without(milestone.number, [one.number for one in repository.get_milestones()])
    with step(sdk, "releases"):
        release = repository.create_git_release("v1", "First", "All of it")
        same(repository.get_release(release.id).tag_name, "v1")
        within(release.id, [one.id for one in repository.get_releases()])
        release.update_release("Second", "More")
        release.delete_release()
        without(release.id, [one.id for one in repository.get_releases()])
    with step(sdk, "hooks"):
        hook = repository.create_hook("web", {"url": "https://shop.example/hook", "content_type": "json"}, ["push"], True)
        within(hook.id, [one.id for one in repository.get_hooks()])
        hook.edit("web", {"url": "https://shop.example/hooks"}, ["push", "pull_request"])
        hook.delete()
        without(hook.id, [one.id for one in repository.get_hooks()])
    with step(sdk, "deploy keys"):
        key = repository.create_key("ci", "ssh-ed25519 AAAA")
        within(key.id, [one.id for one in repository.get_keys()])
        key.delete()
        without(key.id, [one.id for one in repository.get_keys()])
    with step(sdk, "gists"):
        gist = hub.get_user().create_gist(True, {"a.txt": github.InputFileContent("Hello")}, "Greeting")
        same(hub.get_gist(gist.id).description, "Greeting")
        within(gist.id, [one.id for one in hub.get_user().get_gists()])
        gist.edit("Greetings")
        same(hub.get_gist(gist.id).description, "Greetings")
        gist.delete()
        without(gist.id, [one.id for one in hub.get_user().get_gists()])
    with step(sdk, "pull requests"):
        pull = repository.create_pull(base="main", head="rain", title="Umbrellas", body="Two")
        same(repository.get_pull(pull.number).title, "Umbrellas")
        within(pull.number, [one.number for one in repository.get_pulls()])
        pull.edit(title="Umbrellas!")
        same(repository.get_pull(pull.number).title, "Umbrellas!")
    with step(sdk, "branches, commits and tags"):
        distinct(one.name for one in repository.get_branches())
        distinct(one.sha for one in repository.get_commits())
        assert repository.get_branch(repository.get_branches()[0].name).commit.sha
        assert repository.get_commit(repository.get_commits()[0].sha).sha
        assert [one.name for one in repository.get_tags()]
    with step(sdk, "references"):
        reference = repository.create_git_ref("refs/heads/rain", "aa218f56b14c9653891f9e74264a383fa43fefbd")
        same(reference.ref, "refs/heads/rain")
    with step(sdk, "organization and teams"):
        organization = hub.get_organization("github")
        team = organization.create_team("Shoes", description="Sneakers")
        within(team.id, [one.id for one in organization.get_teams()])
        assert organization.get_team_by_slug(team.slug).name
    with step(sdk, "a user and their repositories"):
        user = hub.get_user("octocat")
        same(user.login, "octocat")
        distinct(one.full_name for one in user.get_repos())
    with step(sdk, "keys of who asks"):
        key = hub.get_user().create_key("laptop", "ssh-ed25519 AAAA")
        within(key.id, [one.id for one in hub.get_user().get_keys()])
        key.delete()
    with step(sdk, "search"):
        found = hub.search_repositories("shoes")
        assert found.totalCount and [one.full_name for one in found]
    with step(sdk, "star and unstar"):
        hub.get_user().add_to_starred(repository)
        hub.get_user().remove_from_starred(repository)
    with step(sdk, "delete a repository"):
        repository.delete()
        refused(github.UnknownObjectException, lambda: hub.get_repo("octocat/Hello-World"), 404)


def use_githubkit(url):
    # Its models are of 2026 and the document of 2022: what it asks of them in vain is read as JSON.
    import githubkit
    hub = githubkit.GitHub("ghp_a1b2c3", base_url=url, auto_retry=False, http_cache=False)
    sdk, place = "githubkit", ("octocat", "Hello-World")
    with step(sdk, "who asks"):
        assert hub.rest.users.get_authenticated().parsed_data.login
    with step(sdk, "get a repository"):
        assert hub.rest.repos.get(*place).json()["full_name"]
    with step(sdk, "list repositories"):
        distinct(one.id for one in hub.rest.repos.list_for_user("octocat").parsed_data)
    made = None
    with step(sdk, "create an issue"):
        made = hub.rest.issues.create(*place, title="It rains", body="Since Monday").parsed_data
        same(made.title, "It rains")
    if made:
        with step(sdk, "get an issue"):
            same(hub.rest.issues.get(*place, made.number).parsed_data.title, "It rains")
        with step(sdk, "list issues"):
            within(made.number, several(one.number for one in hub.rest.issues.list_for_repo(*place, state="all").parsed_data))
        with step(sdk, "update an issue"):
            same(hub.rest.issues.update(*place, made.number, title="It pours").parsed_data.title, "It pours")
            same(hub.rest.issues.get(*place, made.number).parsed_data.title, "It pours")
        with step(sdk, "comments"):
            comment = hub.rest.issues.create_comment(*place, made.number, body="An umbrella").parsed_data
            within(comment.id, [one.id for one in hub.rest.issues.list_comments(*place, made.number).parsed_data])
            hub.rest.issues.delete_comment(*place, comment.id)
            without(comment.id, [one.id for one in hub.rest.issues.list_comments(*place, made.number).parsed_data])
    with step(sdk, "page through issues"):
        all_ = [one.number for one in hub.rest.issues.list_for_repo(*place, state="all").parsed_data]
        same([one.number for one in hub.rest.paginate(hub.rest.issues.list_for_repo, owner=place[0], repo=place[1], state="all", per_page=2)], all_)
    with step(sdk, "labels"):
        hub.rest.issues.create_label(*place, name="weather", color="00ff00")
        within("weather", [one["name"] for one in hub.rest.issues.list_labels_for_repo(*place).json()])
        hub.rest.issues.update_label(*place, "weather", color="ff0000")
        same(hub.rest.issues.get_label(*place, "weather").json()["color"], "ff0000")
        hub.rest.issues.delete_label(*place, "weather")
        without("weather", [one["name"] for one in hub.rest.issues.list_labels_for_repo(*place).json()])
    with step(sdk, "releases"):
        release = hub.rest.repos.create_release(*place, tag_name="v1", name="First").json()
        same(hub.rest.repos.get_release(*place, release["id"]).json()["tag_name"], "v1")
        hub.rest.repos.delete_release(*place, release["id"])
        refused(githubkit.exception.RequestFailed, lambda: hub.rest.repos.get_release(*place, release["id"]), 404, lambda error: error.response.status_code)
    with step(sdk, "gists"):
        gist = hub.rest.gists.create(files={"a.txt": {"content": "Hello"}}, description="Greeting").json()
        within(gist["id"], [one["id"] for one in hub.rest.gists.list().json()])
    with step(sdk, "pull requests"):
        pull = hub.rest.pulls.create(*place, title="Umbrellas", head="rain", base="main").json()
        within(pull["number"], [one["number"] for one in hub.rest.pulls.list(*place).json()])
    with step(sdk, "organization"):
        assert hub.rest.orgs.get("github").json()["login"]
    with step(sdk, "search"):
        assert hub.rest.search.repos(q="shoes").parsed_data.total_count
    with step(sdk, "rate limit"):
        assert hub.rest.rate_limit.get().parsed_data.resources.core.limit


def use_github3(url):
    import github3
    hub = github3.GitHub(token="ghp_a1b2c3")
    sdk, place = "github3", ("octocat", "Hello-World")
    repository = issue = None
    with step(sdk, "who asks"):
        assert hub.me().login
    with step(sdk, "get a repository"):
        repository = hub.repository(*place)
        assert repository.full_name
    with step(sdk, "create an issue"):
        issue = hub.create_issue(*place, title="It rains", body="Since Monday")
        same((issue.title, issue.body), ("It rains", "Since Monday"))
    with step(sdk, "list issues"):
        within(issue.number, several(one.number for one in hub.issues_on(*place, state="all")))
    with step(sdk, "edit an issue"):
        assert issue.edit(title="It pours")
        same(hub.issue(*place, issue.number).title, "It pours")
    with step(sdk, "comments"):
        comment = issue.create_comment("An umbrella")
        within(comment.id, [one.id for one in issue.comments()])
        assert comment.edit("Two umbrellas") and comment.delete()
        without(comment.id, [one.id for one in issue.comments()])
    with step(sdk, "labels"):
        label = repository.create_label("weather", "00ff00")
        within("weather", [one.name for one in repository.labels()])
        assert label.delete()
    with step(sdk, "gists"):
        gist = hub.create_gist("Greeting", {"a.txt": {"content": "Hello"}})
        within(gist.id, [one.id for one in hub.gists()])
        assert gist.delete()


def use_spotipy(url):
    import spotipy
    spotify = spotipy.Spotify(auth="a1b2c3", retries=0, status_retries=0)
    spotify.prefix = f"{url}/v1/"
    sdk, playlist = "spotipy", None
    album, artist, track = "4aawyAB9vmqN3uQ7FjRGTy", "0TnOYISbd1XYRBk9myaseg", "11dFghVXANMlKmJXsNCbNl"
    with step(sdk, "who asks"):
        assert spotify.current_user()["id"]
    with step(sdk, "create a playlist"):
        playlist = spotify.user_playlist_create("smedjan", "Rain", public=False, description="For Mondays")
        same((playlist["name"], playlist["public"], playlist["description"]), ("Rain", False, "For Mondays"))
    if playlist:
        with step(sdk, "get a playlist"):
            same(spotify.playlist(playlist["id"])["name"], "Rain")
        with step(sdk, "list playlists"):
            within(playlist["id"], several(one["id"] for one in spotify.current_user_playlists()["items"]))
        with step(sdk, "change a playlist"):
            spotify.playlist_change_details(playlist["id"], name="Sun")
            same(spotify.playlist(playlist["id"])["name"], "Sun")
        with step(sdk, "tracks of a playlist"):
            assert spotify.playlist_add_items(playlist["id"], [f"spotify:track:{track}"])["snapshot_id"]
            assert spotify.playlist_items(playlist["id"], additional_types=("track",))["items"]
            assert spotify.playlist_remove_all_occurrences_of_items(playlist["id"], [track])["snapshot_id"]
        with step(sdk, "follow and unfollow a playlist"):
            spotify.current_user_follow_playlist(playlist["id"])
            spotify.current_user_unfollow_playlist(playlist["id"])
    with step(sdk, "page through playlists"):
        page, seen = spotify.current_user_playlists(limit=2), []
        while page:
            seen += [one["id"] for one in page["items"]]
            page = spotify.next({**page, "next": page["next"]}) if page["next"] else None
        same(seen, [one["id"] for one in spotify.current_user_playlists()["items"]])
    with step(sdk, "an album and its tracks"):
        assert spotify.album(album)["name"]
        several(one["id"] for one in spotify.album_tracks(album)["items"])
    with step(sdk, "albums"):
        assert spotify.albums([album, album])["albums"]
    with step(sdk, "an artist, their albums and top tracks"):
        assert spotify.artist(artist)["name"]
        assert spotify.artist_albums(artist, album_type="single", limit=10)["items"]
        assert spotify.artist_top_tracks(artist)["tracks"]
    with step(sdk, "a track and its features"):
        assert spotify.track(track)["name"]
        assert spotify.audio_features([track])
        assert spotify.audio_analysis(track)
    with step(sdk, "search"):
        assert spotify.search("rain", type="track,artist", limit=5)["tracks"]["items"]
    with step(sdk, "saved tracks"):
        spotify.current_user_saved_tracks_add([track])
        assert spotify.current_user_saved_tracks()["items"]
        assert spotify.current_user_saved_tracks_contains([track]) is not None
        spotify.current_user_saved_tracks_delete([track])
    with step(sdk, "saved albums"):
        spotify.current_user_saved_albums_add([album])
        assert spotify.current_user_saved_albums()["items"]
        spotify.current_user_saved_albums_delete([album])
    with step(sdk, "player"):
        spotify.start_playback(uris=[f"spotify:track:{track}"])
        spotify.pause_playback()
        assert spotify.current_playback() and spotify.devices()["devices"]
    with step(sdk, "categories and recommendations"):
        assert spotify.categories()["categories"]["items"]
        assert spotify.recommendation_genre_seeds()["genres"]
        assert spotify.recommendations(seed_tracks=[track])["tracks"]
    with step(sdk, "shows and episodes"):
        assert spotify.show("5CfCWKI5pZ28U0uOzXkDHe", market="DE")["name"]
        assert spotify.show_episodes("5CfCWKI5pZ28U0uOzXkDHe", market="DE")["items"]
    with step(sdk, "followed artists"):
        spotify.user_follow_artists([artist])
        assert spotify.current_user_followed_artists()["artists"]["items"]
        spotify.user_unfollow_artists([artist])
    with step(sdk, "a request that breaks the contract"):
        refused(spotipy.SpotifyException, lambda: spotify._get("me/playlists", limit="many"), 400, lambda error: error.http_status)


def use_twilio(url):
    import twilio.base.exceptions
    import twilio.rest
    account = "AC" + "0" * 32
    client = twilio.rest.Client(account, "t0ken")
    client.api.base_url = url
    api, sdk = client.api.v2010.account, "twilio"
    kinds = [
        # What it is called, its list, what it is made with, what it is changed to, whether it can be deleted.
        ("message", client.messages, {"to": "+15558675310", "from_": "+15017122661", "body": "It rains"}, {"body": ""}, True),
        ("call", client.calls, {"to": "+15558675310", "from_": "+15017122661", "url": "http://shop.example/voice.xml"}, {"status": "completed"}, True),
        ("address", client.addresses, {"customer_name": "Anna", "street": "1 Main St", "city": "SF", "region": "CA", "postal_code": "94111", "iso_country": "US"}, {"customer_name": "Bo"}, True),
        ("application", client.applications, {"friendly_name": "Phone me", "voice_url": "http://shop.example/voice.xml"}, {"friendly_name": "Call me"}, True),
        ("queue", client.queues, {"friendly_name": "Waiting", "max_size": 7}, {"friendly_name": "Patient"}, True),
        ("incoming number", client.incoming_phone_numbers, {"phone_number": "+15017122661", "friendly_name": "Shop"}, {"friendly_name": "Store"}, True),
        ("key", client.keys, None, {"friendly_name": "Old"}, True),
        ("new key", client.new_keys, {"friendly_name": "Mine"}, None, False),
        ("caller id", client.outgoing_caller_ids, None, {"friendly_name": "Me"}, True),
        ("recording", client.recordings, None, None, True),
        ("transcription", client.transcriptions, None, None, True),
        ("conference", client.conferences, None, {"status": "completed"}, False),
        ("credential list", client.sip.credential_lists, {"friendly_name": "Low Rises"}, {"friendly_name": "High"}, True),
        ("domain", client.sip.domains, {"domain_name": "dunder.sip.twilio.com", "friendly_name": "Scranton"}, {"friendly_name": "Office"}, True),
        ("ip list", client.sip.ip_access_control_lists, {"friendly_name": "My list"}, {"friendly_name": "Your list"}, True),
        ("notification", client.notifications, None, None, False),
        ("account", client.api.v2010.accounts, {"friendly_name": "Branch"}, {"friendly_name": "Twig"}, False),
        ("signing key", client.signing_keys, None, {"friendly_name": "Old"}, True),
        ("connect app", client.connect_apps, None, {"friendly_name": "App"}, True),
        ("short code", client.short_codes, None, {"friendly_name": "Short"}, False),
    ]
    for name, list_, with_, changes, deletes in kinds:
        made = None
        if with_:
            with step(sdk, f"create {name}"):
                made = list_.create(**with_)
                assert made.sid, made
                for key, value in with_.items():
                    if isinstance(value, str) and key in vars(made):
                        same(getattr(made, key), value)
        elif hasattr(list_, "list"):
            with step(sdk, f"first {name}"):
                made = list_.list(limit=1)[0]
        if not made or not hasattr(list_, "list"):
            continue
        with step(sdk, f"fetch {name}"):
            same(list_(made.sid).fetch().sid, made.sid)
        with step(sdk, f"list {name}"):
            within(made.sid, distinct(one.sid for one in list_.list()))
        with step(sdk, f"page {name}"):
            same([one.sid for one in list_.stream(page_size=2)], [one.sid for one in list_.list()])
        if changes:
            with step(sdk, f"update {name}"):
                made.update(**changes)
                for key, value in changes.items():
                    same(str(getattr(list_(made.sid).fetch(), key)), value)
        if deletes:
            with step(sdk, f"delete {name}"):
                assert made.delete()
                without(made.sid, [one.sid for one in list_.list()])
                refused(twilio.base.exceptions.TwilioRestException, lambda: list_(made.sid).fetch(), 404)
    with step(sdk, "members of a queue"):
        queue = client.queues.create(friendly_name="Line")
        distinct(one.call_sid for one in queue.members.list())
    with step(sdk, "media of a message"):
        message = client.messages.list(limit=1)[0]
        distinct(one.sid for one in message.media.list())
    with step(sdk, "credentials of a list"):
        kept = client.sip.credential_lists.create(friendly_name="Kept")
        made = kept.credentials.create(username="anna", password="correct-Horse-7")
        same(made.username, "anna")
        within(made.sid, [one.sid for one in kept.credentials.list()])
        assert made.delete()
        without(made.sid, [one.sid for one in kept.credentials.list()])
    with step(sdk, "usage"):
        assert client.usage.records.list(limit=3)
    with step(sdk, "triggers"):
        trigger = client.usage.triggers.create(callback_url="http://shop.example/", trigger_value="1000", usage_category="sms")
        within(trigger.sid, [one.sid for one in client.usage.triggers.list()])
    with step(sdk, "numbers to buy"):
        assert client.available_phone_numbers("US").local.list(area_code=510, limit=2)
    with step(sdk, "filter by number and by day"):
        import datetime
        client.messages.create(to="+15550001111", from_="+15017122661", body="Only")
        same([one.body for one in client.messages.list(to="+15550001111")], ["Only"])
        assert client.calls.list(start_time_after=datetime.datetime(1990, 1, 1)) is not None
    with step(sdk, "balance"):
        assert client.balance.fetch().currency


USED = [
    ("stripe-2022-04.json", [use_stripe]), ("github-api.yaml", [use_pygithub, use_githubkit, use_github3]), ("spotify-fixed.yaml", [use_spotipy]),
    ("twilio-api.json", [use_twilio]),
]


def use(program, document, sdks):
    """Each SDK has a mock that nobody has touched: what one has made and removed is not the next one's business."""
    with mock(program, document) as (url, _):
        for sdk in sdks:
            name = sdk.__name__.removeprefix("use_")
            with step(name, "all of it"), routed("https://api.github.com", f"{url}/_counterpart/sessions/{name}"):
                sdk(f"{url}/_counterpart/sessions/{name}")


def main():
    program, corpus, wanted = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]), sys.argv[3:]
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = []
        for document, sdks in USED:
            sdks = [sdk for sdk in sdks if not wanted or sdk.__name__.removeprefix("use_") in wanted]
            if sdks:
                runs.append(pool.submit(use, program, corpus / document, sdks))
        for run in runs:
            run.result()
    failed = []
    for name, problem in outcomes:
        if problem and name not in EXCLUDED:
            failed.append(f"✗ {name}: {problem}")
        if not problem and name in EXCLUDED:
            failed.append(f"✗ {name}: succeeds, it is excluded no more")
    for line in failed:
        print(line)
    for sdk in dict.fromkeys(name.split(":")[0] for name, _ in outcomes):
        own = [problem for name, problem in outcomes if name.split(":")[0] == sdk]
        print(f"{sdk}: {sum(not problem for problem in own)} of {len(own)} steps")
    print(f"SDKs: used in {time.monotonic() - begun:.0f} s, {len(EXCLUDED)} steps excluded")
    sys.exit(1 if failed else 0)


main()
